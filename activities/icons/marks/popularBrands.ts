import type { KnownBrand } from './knownBrands.ts';

/**
 * Further domains of the sites that are visited most, by package and drawing. A domain is here only if it is the brand's
 * own: `go.com`, `polygon.com` and `swift.com` belong to others than the marks of that name.
 */
const listed = `
simple 9gag 9gag.com
simple apple apple.com.cn apple.news
simple bilibili bilibili.tv
simple bytedance bytedance.net
simple discover discover.com
simple dmm dmm.co.jp dmm.com
simple kleinanzeigen ebay-kleinanzeigen.de
simple freepik freepik.com freepik.es
simple gitee gitee.io
simple hdfcbank hdfcbank.com
simple hostinger hostinger.in
simple indeed indeed.com indeed.net indeed.tech
simple kahoot kahoot.it
simple leetcode leetcode.cn
simple lenovo lenovo.com.cn
simple mega mega.nz mega.co.nz
simple note note.com
simple shopee shopee.co.id shopee.co.th shopee.com.my shopee.ph shopee.tw shopee.vn shopee.com.br shopee.io shopee.sg
simple speedtest speedtest.cn
simple superuser superuser.com
simple tampermonkey tampermonkey.net
simple vmware vmware.com
simple bigcommerce bigcommerce.com
simple bitly bit.ly bitly.ws
simple cpanel cpanel.com
simple express expressjs.com
simple fifa fifa.com
simple gravatar gravatar.com
simple lastdotfm last.fm
simple nginx nginx.org nginx.net
simple ovh ovh.net ovh.co.uk
simple sky sky.com sky.it
simple techcrunch techcrunch.com
simple 7zip 7-zip.org
simple abbott abbott.com
simple adguard adguard.io
simple akamai akamai.net akamaized.net
simple algolia algolia.io algolia.net
simple allegro allegro.com allegro.cz
simple ameba ameba.jp
simple arcgis arcgis.com arcg.is
simple atandt att.net
simple avira avira.net
simple baidu baidu.hk
simple binance binance.info
simple bitdefender bitdefender.net
simple boots boots.com
simple bose bose.io
simple box box.net
simple bluesky bsky.network
simple cafepress cafepress.com
simple cloudflare cloudflare.net
simple cnn cnn.io
simple curl curl.se
simple daserste daserste.de
simple dashlane dashlane.com
simple deviantart deviantart.net
simple discord discord.media
simple doxygen doxygen.nl doxygen.org
simple elasticcloud elastic-cloud.com
simple envato envato.market
simple epicgames epicgames.dev
simple facebook facebook.net fbcdn.net
simple fastly fastly.net
simple fortinet fortinet.net
simple freebsd freebsd.org
simple ghostery ghostery.net
simple gitbook gitbook.io
simple github github.io githubusercontent.com githubassets.com
simple githubcopilot githubcopilot.com
simple gitlab gitlab.io
simple glassdoor glassdoor.co.in glassdoor.co.uk
simple gmx gmx.net
simple googleanalytics google-analytics.com
simple google google.as google.com.ai google.com.nf google.gp google.ms google.org google.us google.ac gstatic.com googleapis.com googleusercontent.com googlevideo.com
simple googleads googleadservices.com googlesyndication.com
simple youtube ytimg.com
simple grab grab.com
simple grafana grafana.net
simple grammarly grammarly.io grammarly.net
simple haproxy haproxy.com haproxy.org
simple haveibeenpwned haveibeenpwned.com
simple hermes hermes.com
simple honor honor.com
simple hootsuite hootsuite.com
simple hotjar hotjar.io
simple huawei huawei.ru
simple hubspot hubspot.net hsforms.com
simple iata iata.org
simple icloud icloud.com.cn
simple icq icq.com
simple infomaniak infomaniak.ch
simple inquirer inquirer.net
simple instagram cdninstagram.com
simple ionos ionos.com ionos.fr
simple itunes itunes.com
simple jfrog jfrog.io
simple jio jio.com
simple jitsi jitsi.net jit.si jitsi.org
simple jsdelivr jsdelivr.net
simple kaufland kaufland.de
simple keenetic keenetic.io keenetic.link keenetic.pro keenetic.ru
simple kit kit.com
simple klarna klarna.net
simple konami konami.net konami.com
simple laravel laravel.com
simple lequipe lequipe.fr
simple leroymerlin leroymerlin.com leroymerlin.com.br leroymerlin.es leroymerlin.it leroymerlin.pl leroymerlin.pt
simple lg lg.co.kr
simple libreoffice libreoffice.org
simple livechat livechat.com
simple livekit livekit.cloud
simple lyft lyft.net
simple macys macys.com
simple mailchimp mailchi.mp list-manage.com
simple mailgun mailgun.net
simple mariadb mariadb.org
simple matomo matomo.cloud
simple mattermost mattermost.com
simple mcdonalds mcdonalds.co.jp
simple mediamarkt mediamarkt.es
simple meituan meituan.net
simple meizu meizu.com
simple mongodb mongodb.net
simple moodle moodle.org
simple motorola motorola.com
simple mozilla mozilla.net
simple naver naver.jp
simple netflix netflix.net
simple nextdns nextdns.io
simple ngrok ngrok.io
simple notepadplusplus notepad-plus-plus.org
simple odnoklassniki odnoklassniki.ru
simple okx okx.com
simple opera opera.software opera.technology
simple opsgenie opsgenie.com
simple osf osf.io
simple otto otto.de
simple owasp owasp.org
simple packagist packagist.org
simple parsedotly parsely.com
simple perl perl.com perl.org
simple personio personio.de
simple phpmyadmin phpmyadmin.net
simple pingdom pingdom.net
simple pinterest pinterest.net pinterest.ph pinterest.ru pinimg.com
simple playstation playstation.net
simple plex plex.direct
simple porkbun porkbun.com
simple postman postman.com
simple protonmail protonmail.ch
simple qq qq.com.cn
simple quad9 quad9.net
simple readthedocs readthedocs.io readthedocs.org
simple rustdesk rustdesk.com
simple sanity sanity.io
simple semrush semrush.net
simple shell shell.com
simple siemens siemens.de
simple slashdot slashdot.org
simple smugmug smugmug.com
simple softpedia softpedia.com
simple sonicwall sonicwall.com
simple sony sony.net sony.tv
simple spotify spotify.net
simple sqlite sqlite.org
simple starbucks starbucks.co.jp
simple statuspage statuspage.io
simple stripe stripe.network
simple supabase supabase.co
simple symantec symantec.com
simple syncthing syncthing.net
simple synology synology.me
simple tailscale tailscale.io
simple telefonica telefonica.com telefonica.de
simple telenor telenor.dk telenor.se
simple tesla tesla.services
simple theregister theregister.com
simple ticketmaster ticketmaster.co.uk ticketmaster.com.mx
simple themoviedatabase tmdb.org
simple tripadvisor tripadvisor.com.br
simple tubi tubi.io tubi.video
simple tui tui.co.uk
simple unicode unicode.org
simple unpkg unpkg.com
simple valve valve.net
simple verizon verizon.net
simple vinted vinted.co.uk vinted.fr vinted.it vinted.pl
simple virginmedia virginmedia.com
simple vivo vivo.com.cn
simple vk vk.me vk.team vk.cc
simple vodafone vodafone.com.tr
simple vox vox.com
simple whatsapp whatsapp.net
simple wikibooks wikibooks.org
simple wikipedia wikipedia.com
simple wikiquote wikiquote.org
simple wikisource wikisource.org
simple wikidata wikidata.org
simple wikimediafoundation wikimediafoundation.org wikimedia.org
simple wikiversity wikiversity.org
simple wikivoyage wikivoyage.org
simple wireshark wireshark.org
simple wistia wistia.net
simple wordpress wordpress.net
simple x twimg.com t.co
simple xiaomi xiaomi.net
simple yandexcloud yandexcloud.net
simple zalando zalan.do
simple zoho zoho.eu
simple airfrance airfrance.com
simple alibabacloud alibabacloud.com aliyun.com
simple appstore appsto.re
simple barclays barclays.co.uk
simple beatstars beatstars.com
simple bitbucket bitbucket.io
simple boost boost.org
simple cmake cmake.org
simple coderwall coderwall.com
simple cplusplus cplusplus.com
simple d3 d3js.org
simple deepmind deepmind.com
simple devpost devpost.com
simple diagramsdotnet diagrams.net
simple ffmpeg ffmpeg.org
simple figshare figshare.com
simple fontawesome fontawesome.io
simple freenet freenet.de
simple gitea gitea.com gitea.io
simple glitch glitch.me
simple gofundme gofund.me
simple gsk gsk.com
simple gumtree gumtree.com.au
simple hackaday hackaday.io
simple hashnode hashnode.dev
simple hitachi hitachi.com
simple json json.org
simple jupyter jupyter.org
simple keybase keybase.io
simple librarything librarything.com
simple linux linux.com linux.org
simple linuxmint linuxmint.com
simple malwarebytes malwarebytes.org
simple mastercard mastercard.co.uk
simple matrix matrix.to
simple midi midi.org
simple musicbrainz musicbrainz.org
simple nationalrail nationalrail.co.uk
simple nec nec.com
simple openbsd openbsd.org
simple openjdk openjdk.org
simple openstreetmap openstreetmap.fr
simple owncloud owncloud.org
simple panasonic panasonic.co.jp panasonic.jp
simple photopea photopea.com
simple portableappsdotcom portableapps.com
simple pytorch pytorch.org
simple rakuten rakuten.ne.jp
simple renault renault.com
simple renren renren.com
simple rollsroyce rolls-royce.com
simple schneiderelectric schneider-electric.com
simple scikitlearn scikit-learn.org
simple scipy scipy.org
simple sega sega.com
simple semver semver.org
simple serverfault serverfault.com
simple sourceforge sourceforge.io sourceforge.jp
simple spreadshirt spreadshirt.com
simple surveymonkey surveymonkey.co.uk
simple teepublic teepublic.com
simple telegram telegram.com
simple terraform terraform.io
simple toshiba toshiba.co.jp toshiba.com
simple travisci travis-ci.org
simple trezor trezor.io
simple trustedshops trustedshops.de
simple typo3 typo3.org
simple ulule ulule.com
simple vbulletin vbulletin.com
simple viadeo viadeo.com
simple vim vim.org
simple wantedly wantedly.com
simple wwe wwe.com
simple yaml yaml.org
simple yelp yelp.com yelp.ca
simple ubereats ubereats.de
simple gutenberg gutenberg.org
logo bing bing.com bing.net
logo microsoft-icon microsoft.us office365.com office.net sharepoint.com outlook.com hotmail.com cloud.microsoft
logo microsoft-azure azure.cn azure.net azure.us azureedge.net windows.net
logo microsoft-power-bi powerbi.com
logo codepen-icon codepen.io
logo eventbrite-icon eventbrite.com eventbrite.co.uk eventbrite.ca eventbrite.com.au eventbrite.de eventbrite.fr eventbrite.it
logo monday-icon monday.com
logo scribd-icon scribd.com
logo android-icon android.com
logo gnu gnu.org
logo ietf ietf.org
logo java java.com
logo adobe-icon adobe.io adobe.net
logo amplitude-icon amplitude.com
logo appdynamics-icon appdynamics.com
logo bitnami bitnami.com
logo branch-icon branch.io
logo braze-icon braze.com braze.eu
logo broadcom-icon broadcom.com
logo browserstack browserstack.com
logo crashlytics crashlytics.com
logo customerio-icon customer.io
logo eclipse-icon eclipse.org
logo frontapp frontapp.com
logo geetest-icon geetest.com
logo google-domains-icon googledomains.com
logo google-optimize googleoptimize.com
logo growth-book-icon growthbook.io
logo hcaptcha-icon hcaptcha.com
logo hostgator-icon hostgator.com hostgator.com.br hostgator.mx
logo jenkins jenkins.io
logo launchdarkly-icon launchdarkly.com
logo letsencrypt letsencrypt.org
logo mailjet-icon mailjet.com
logo memcached memcached.org
logo metamask-icon metamask.io
logo mparticle-icon mparticle.com
logo onesignal onesignal.com
logo opensource opensource.org
logo optimizely-icon optimizely.com
logo rackspace-icon rackspace.com rackspace.net
logo recaptcha recaptcha.net
logo rudderstack-icon rudderstack.com
logo segment-icon segment.com segment.io
logo sendgrid-icon sendgrid.net
logo tableau-icon tableau.com
logo treasuredata-icon treasuredata.com
logo unbounce-icon unbounce.com
logo user-testing-icon usertesting.com
logo web-dev-icon web.dev
logo yammer yammer.com
logo active-campaign-icon activecampaign.com
logo authy authy.com
logo balena balena.io
logo flattr-icon flattr.com
logo gnupg-icon gnupg.org
logo matplotlib-icon matplotlib.org
logo micron-icon micron.com
logo netbeans netbeans.org
logo percona percona.com
logo processing processing.org
logo webkit webkit.org
logo whatwg whatwg.org
`;

/** Plain shapes whose names and colors are stated here, because their package states neither. */
const shapes: readonly KnownBrand[] = [
  { cib: 'ibm', hex: '#0f62fe', name: 'IBM', domains: ['ibm.com', 'ibm.biz'] },
  { cib: 'oracle', hex: '#c74634', name: 'Oracle', domains: ['oracle.com', 'oraclecloud.com'] },
  { cib: 'chase', hex: '#117aca', name: 'Chase', domains: ['chase.com'] },
  { cib: 'xbox', hex: '#107c10', name: 'Xbox', domains: ['xbox.com', 'xboxlive.com'] },
  { cib: 'canva', hex: '#00c4cc', name: 'Canva', domains: ['canva.com', 'canva.site'] },
  { cib: 'hulu', hex: '#1ce783', name: 'Hulu', domains: ['hulu.com'] },
  { cib: 'cisco', hex: '#1ba0d7', name: 'Cisco', domains: ['cisco.com', 'webex.com'] },
  { cib: 'docusign', hex: '#d5001c', name: 'Docusign', domains: ['docusign.com', 'docusign.net'] },
  { cib: 'freecodecamp', hex: '#0a0a23', name: 'freeCodeCamp', domains: ['freecodecamp.org'] },
  { cib: 'addthis', hex: '#ff6550', name: 'AddThis', domains: ['addthis.com'] },
  { cib: 'allocine', hex: '#fecc00', name: 'AlloCiné', domains: ['allocine.fr'] },
  { cib: 'gimp', hex: '#5c5543', name: 'GIMP', domains: ['gimp.org'] },
  { cib: 'inkscape', hex: '#000000', name: 'Inkscape', domains: ['inkscape.org'] },
  { cib: 'livestream', hex: '#cf202e', name: 'Livestream', domains: ['livestream.com'] },
  { cib: 'marketo', hex: '#5c4c9f', name: 'Marketo', domains: ['marketo.com', 'marketo.net'] },
  { cib: 'mathworks', hex: '#e16737', name: 'MathWorks', domains: ['mathworks.com'] },
  { cib: 'mojang', hex: '#db1f29', name: 'Mojang', domains: ['mojang.com'] },
  { cib: 'musescore', hex: '#1a70b8', name: 'MuseScore', domains: ['musescore.com', 'musescore.org'] },
  {
    ...{ cib: 'nintendo-switch', hex: '#e60012', name: 'Nintendo' },
    domains: ['nintendo.com', 'nintendo.net', 'nintendo.co.jp', 'nintendo.co.uk', 'nintendo.de'],
  },
  { cib: 'snapcraft', hex: '#e95420', name: 'Snapcraft', domains: ['snapcraft.io'] },
  { cib: 'stitcher', hex: '#000000', name: 'Stitcher', domains: ['stitcher.com'] },
  { cib: 'stumbleupon', hex: '#eb4924', name: 'StumbleUpon', domains: ['stumbleupon.com'] },
  { cib: 'gentoo', hex: '#54487a', name: 'Gentoo', domains: ['gentoo.org'] },
  { cib: 'godot-engine', hex: '#478cbf', name: 'Godot Engine', domains: ['godotengine.org'] },
  { cib: 'rstudio', hex: '#75aadb', name: 'RStudio', domains: ['rstudio.com'] },
  {
    ...{ cib: 'yahoo', hex: '#6001d2', name: 'Yahoo' },
    domains: [
      'yahoo.com',
      'yahoo.net',
      'yahoo.co.jp',
      'yahoo.co.uk',
      'yahoo.de',
      'yahoo.fr',
      'yahoo.com.tw',
      'yimg.com',
    ],
  },
  { cib: 't-mobile', hex: '#e20074', name: 'T-Mobile', domains: ['t-mobile.com'] },
  { cib: 'mcafee', hex: '#c01818', name: 'McAfee', domains: ['mcafee.com'] },
  { cib: 'mendeley', hex: '#9d1620', name: 'Mendeley', domains: ['mendeley.com'] },
  { cib: 'zillow', hex: '#006aff', name: 'Zillow', domains: ['zillow.com'] },
  { cib: 'groupon', hex: '#53a318', name: 'Groupon', domains: ['groupon.com'] },
  { cib: 'buzzfeed', hex: '#ee3322', name: 'BuzzFeed', domains: ['buzzfeed.com'] },
  { cib: 'nokia', hex: '#005aff', name: 'Nokia', domains: ['nokia.com'] },
  { cib: 'slideshare', hex: '#008ed2', name: 'SlideShare', domains: ['slideshare.net'] },
  { cib: 'yandex', hex: '#fc3f1d', name: 'Yandex', domains: yandexDomains() },
];

function yandexDomains(): string[] {
  return ['com', 'ru', 'by', 'com.tr', 'eu', 'kz', 'net', 'uz'].map((suffix) => `yandex.${suffix}`).concat('ya.ru');
}

export const popularBrands: readonly KnownBrand[] = [...listed.trim().split('\n').map(parseLine), ...shapes];

function parseLine(line: string): KnownBrand {
  const [set, drawing = '', ...domains] = line.split(' ');
  return set === 'logo' ? { logo: drawing, domains } : { simple: drawing, domains };
}
