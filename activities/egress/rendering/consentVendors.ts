/** How a consent management platform marks its dialogs, by the ids and classes in its markup. */
export interface ConsentVendor {
  name: string;
  /** The dialog and what belongs to it: overlay, preferences, the button that opens it again. */
  ids?: readonly string[];
  /** For ids that end in a number. */
  idPrefixes?: readonly string[];
  classes?: readonly string[];
  /** CSS selectors of the buttons that refuse everything with one click. */
  rejectButtons?: readonly string[];
}

export const consentVendors: readonly ConsentVendor[] = [
  {
    name: 'OneTrust',
    ids: ['onetrust-consent-sdk', 'onetrust-banner-sdk', 'onetrust-pc-sdk', 'ot-sdk-btn-floating'],
    classes: ['onetrust-pc-dark-filter'],
    rejectButtons: ['#onetrust-reject-all-handler', '.ot-pc-refuse-all-handler'],
  },
  {
    name: 'Cookiebot',
    ids: ['CybotCookiebotDialog', 'CybotCookiebotDialogBodyUnderlay', 'CookiebotWidget'],
    rejectButtons: [
      '#CybotCookiebotDialogBodyButtonDecline',
      '#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll',
    ],
  },
  {
    name: 'Didomi',
    ids: ['didomi-host', 'didomi-popup', 'didomi-notice'],
    rejectButtons: ['#didomi-notice-disagree-button', '.didomi-continue-without-agreeing'],
  },
  {
    name: 'InMobi Choice (Quantcast)',
    ids: ['qc-cmp2-container', 'qc-cmp2-main'],
    classes: ['qc-cmp2-container', 'qc-cmp-cleanslate', 'qc-cmp2-persistent-link'],
    rejectButtons: ['#disagree-btn'],
  },
  {
    name: 'TrustArc',
    ids: ['truste-consent-track', 'consent_blackbar', 'truste-consent-content', 'trustarc-banner-overlay'],
    classes: ['truste_overlay', 'truste_box_overlay', 'trustarc-banner-container'],
    rejectButtons: ['#truste-consent-required'],
  },
  {
    name: 'Usercentrics',
    ids: ['usercentrics-root', 'usercentrics-cmp-ui'],
    rejectButtons: ['[data-testid="uc-deny-all-button"]', '.uc-deny-button'],
  },
  // Its buttons are in a frame of another site.
  { name: 'Sourcepoint', idPrefixes: ['sp_message_container_'], classes: ['sp_veil'] },
  {
    name: 'Osano',
    classes: ['osano-cm-window', 'osano-cm-widget', 'cc-window', 'cc-revoke'],
    rejectButtons: ['.osano-cm-denyAll', '.osano-cm-button--type_denyAll', '.cc-window .cc-deny'],
  },
  {
    name: 'CookieYes',
    ids: ['cookie-law-info-bar', 'cookie-law-info-again', 'cliSettingsPopup'],
    classes: ['cky-consent-container', 'cky-modal', 'cky-overlay', 'cky-btn-revisit-wrapper'],
    rejectButtons: ['.cky-btn-reject', '#cookie_action_close_header_reject'],
  },
  {
    name: 'iubenda',
    ids: ['iubenda-cs-banner'],
    classes: ['iubenda-cs-overlay', 'iubenda-tp-btn'],
    rejectButtons: ['.iubenda-cs-reject-btn'],
  },
  {
    name: 'Complianz',
    ids: ['cmplz-cookiebanner-container', 'cmplz-manage-consent'],
    classes: ['cmplz-cookiebanner', 'cmplz-manage-consent'],
    rejectButtons: ['.cmplz-cookiebanner .cmplz-deny'],
  },
  {
    name: 'Klaro',
    ids: ['klaro'],
    classes: ['klaro'],
    rejectButtons: ['.klaro .cn-decline', '.klaro .cm-btn-decline'],
  },
  {
    name: 'Google Funding Choices',
    classes: ['fc-consent-root', 'fc-dialog-overlay'],
    rejectButtons: ['.fc-cta-do-not-consent'],
  },
  {
    name: 'consentmanager',
    ids: ['cmpbox', 'cmpbox2', 'cmpwrapper'],
    rejectButtons: ['.cmpboxbtnno', '#cmpbntnotxt'],
  },
];
