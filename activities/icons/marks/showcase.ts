/** The marks that stand for all of them where nobody has asked for a name yet: known to many, from many trades, unlike each other. */
export const showcase = `
google.com github.com spotify.com amazon.com apple.com netflix.com slack.com airbnb.com youtube.com figma.com
stripe.com instagram.com microsoft.com notion.so nasa.gov uber.com reddit.com wikipedia.org adobe.com mastercard.com
tiktok.com dropbox.com openai.com discord.com shopify.com visa.com linkedin.com nytimes.com twitch.tv ikea.com
whatsapp.com firefox.com python.org docker.com coca-cola.com nvidia.com paypal.com bmw.com adidas.com zoom.us
gitlab.com trello.com starbucks.com samsung.com cloudflare.com duolingo.com mcdonalds.com pinterest.com lufthansa.com
telegram.org x.com walmart.com ibm.com vercel.com intel.com anthropic.com booking.com dhl.com steampowered.com nintendo.com
`
  .trim()
  .split(/\s+/);
