/**
 * The dialogs of the common consent vendors, written by hand after their markup. `refuses` says whether the dialog has
 * a button that refuses with one click.
 */
export const consentDialogs: Record<string, { html: string; refuses: boolean }> = {
  OneTrust: {
    html: '<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter ot-fade-in"></div><div id="onetrust-banner-sdk" class="otFlat bottom" role="region" aria-label="Cookie banner"><div id="onetrust-policy"><h2 id="onetrust-policy-title">We value your privacy</h2><div id="onetrust-policy-text">We and our partners store cookies.</div></div><div id="onetrust-button-group"><button id="onetrust-pc-btn-handler">Manage</button><button id="onetrust-reject-all-handler">Reject All</button><button id="onetrust-accept-btn-handler">Accept All</button></div></div></div>',
    refuses: true,
  },
  Cookiebot: {
    html: '<div id="CybotCookiebotDialogBodyUnderlay"></div><div id="CybotCookiebotDialog" class="CybotEdge" role="dialog"><div class="CybotCookiebotDialogContentWrapper"><h2 id="CybotCookiebotDialogBodyContentTitle">This website uses cookies</h2><div id="CybotCookiebotDialogBodyContentText">We use cookies to personalise content.</div><button id="CybotCookiebotDialogBodyButtonDecline">Deny</button><button id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll">Allow all</button></div></div>',
    refuses: true,
  },
  Didomi: {
    html: '<div id="didomi-host" class="didomi-host"><div id="didomi-popup" class="didomi-popup-backdrop didomi-notice-popup" role="dialog"><div class="didomi-popup-view"><p class="didomi-popup-notice-text">With your agreement, we and our partners use cookies.</p><button id="didomi-notice-disagree-button"><span>Disagree</span></button><button id="didomi-notice-agree-button"><span>Agree</span></button></div></div></div>',
    refuses: true,
  },
  'InMobi Choice': {
    html: '<div class="qc-cmp2-container" id="qc-cmp2-container"><div class="qc-cmp2-main" id="qc-cmp2-main"><div class="qc-cmp-cleanslate css-1wfuuew"><div id="qc-cmp2-ui" role="dialog"><h2>We value your privacy</h2><p>We and our partners store information.</p><div class="qc-cmp2-summary-buttons"><button mode="secondary" size="large">MORE OPTIONS</button><button mode="primary" size="large">AGREE</button></div></div></div></div></div>',
    refuses: false,
  },
  TrustArc: {
    html: '<div id="consent_blackbar"><div id="truste-consent-track"><div id="truste-consent-content"><div id="truste-consent-text">We use cookies on this site.</div><div id="truste-consent-buttons"><button id="truste-consent-button">Accept all</button><button id="truste-consent-required">Required only</button></div></div></div></div>',
    refuses: true,
  },
  Usercentrics: {
    html: '<div id="usercentrics-root"><template shadowrootmode="open"><div role="dialog" data-testid="uc-container"><p>Privacy settings of this site.</p><button data-testid="uc-deny-all-button">Deny</button><button data-testid="uc-accept-all-button">Accept All</button></div></template></div>',
    refuses: true,
  },
  Sourcepoint: {
    html: '<div id="sp_message_container_1234567"><iframe id="sp_message_iframe_1234567" title="SP Consent Message" srcdoc="<p>We value your privacy.</p><button>Accept</button>" width="800" height="400"></iframe></div>',
    refuses: false,
  },
  Osano: {
    html: '<div class="osano-cm-window osano-cm-window--context_amp"><div class="osano-cm-window__dialog osano-cm-dialog osano-cm-dialog--type_bar" role="dialog"><p class="osano-cm-dialog__content">This website stores data such as cookies.</p><div class="osano-cm-dialog__buttons"><button class="osano-cm-denyAll osano-cm-buttons__button osano-cm-button osano-cm-button--type_denyAll">Reject All</button><button class="osano-cm-accept-all osano-cm-button">Accept All</button></div></div></div>',
    refuses: true,
  },
  CookieYes: {
    html: '<div class="cky-overlay"></div><div class="cky-consent-container cky-box-bottom-left" tabindex="0"><div class="cky-consent-bar"><p class="cky-title">We value your privacy</p><p>We use cookies to enhance your browsing.</p><div class="cky-notice-btn-wrapper"><button class="cky-btn cky-btn-reject" data-cky-tag="reject-button">Reject All</button><button class="cky-btn cky-btn-accept">Accept All</button></div></div></div>',
    refuses: true,
  },
  iubenda: {
    html: '<div id="iubenda-cs-banner" class="iubenda-cs-default-floating iubenda-cs-visible" role="alertdialog"><div class="iubenda-cs-container"><div class="iubenda-cs-content"><p>Notice: we and selected third parties use cookies.</p></div><button class="iubenda-cs-reject-btn iubenda-cs-btn-primary">Reject</button><button class="iubenda-cs-accept-btn">Accept</button></div></div>',
    refuses: true,
  },
  Complianz: {
    html: '<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner cmplz-hidden banner-1 optin cmplz-bottom-right cmplz-show" role="dialog"><div class="cmplz-title">Manage Cookie Consent</div><div class="cmplz-body">We use technologies like cookies.</div><div class="cmplz-buttons"><button class="cmplz-btn cmplz-accept">Accept</button><button class="cmplz-btn cmplz-deny">Deny</button></div></div></div>',
    refuses: true,
  },
  Klaro: {
    html: '<div id="klaro"><div class="klaro"><div class="cookie-notice" role="dialog"><div class="cn-body"><p>Hi! Could we please enable some services?</p><div class="cn-ok"><button class="cm-btn cm-btn-danger cn-decline" type="button">I decline</button><button class="cm-btn cm-btn-success" type="button">That\'s ok</button></div></div></div></div></div>',
    refuses: true,
  },
  'Google Funding Choices': {
    html: '<div class="fc-consent-root"><div class="fc-dialog-overlay"></div><div class="fc-dialog-container"><div class="fc-dialog fc-choice-dialog" role="dialog"><h1>This site asks for consent to use your data</h1><div class="fc-footer-buttons"><button class="fc-button fc-cta-consent"><p class="fc-button-label">Consent</p></button><button class="fc-button fc-cta-do-not-consent"><p class="fc-button-label">Do not consent</p></button></div></div></div></div>',
    refuses: true,
  },
};
