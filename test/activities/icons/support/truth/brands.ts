/** Domains of brands that everybody knows: the mark is expected, whatever the site serves. */
import { discPng } from '../pictures.ts';
import { page } from '../web.ts';
import { brand, type Expectation } from './expectation.ts';

export const brands: readonly Expectation[] = [
  brand('google.com', 'Google', 'the main domain'),
  brand('https://www.google.com/search?q=x', 'Google', 'a pasted address'),
  brand('google.co.jp', 'Google', 'a country'),
  brand('mail.google.com', 'Gmail', 'a product with a mark of its own'),
  brand('maps.google.com', 'Google Maps', 'a product with a mark of its own'),
  brand('music.youtube.com', 'YouTube Music', 'a product with a mark of its own'),
  brand('m.youtube.com', 'YouTube', 'the site for phones'),
  brand('youtu.be', 'YouTube', 'a short domain'),
  brand('aws.amazon.com', 'Amazon Web Services', 'a product under the shop’s domain'),
  brand('amazon.co.uk', 'Amazon', 'a country'),
  brand('amazon.com.br', 'Amazon', 'a country'),
  brand('en.m.wikipedia.org', 'Wikipedia', 'a language, for phones'),
  brand('uk.linkedin.com', 'LinkedIn', 'a country as a label'),
  brand('gist.github.com', 'GitHub', 'a product without a mark of its own'),
  brand('teams.microsoft.com', 'Microsoft Teams', 'a product with a mark of its own'),
  brand('azure.microsoft.com', 'Microsoft Azure', 'a product with a mark of its own'),
  brand('developer.mozilla.org', 'MDN Web Docs', 'a product with a mark of its own'),
  brand('open.spotify.com', 'Spotify', 'the player'),
  brand('t.me', 'Telegram', 'a short domain'),
  brand('wa.me', 'WhatsApp', 'a short domain'),
  brand('ebay.co.uk', 'eBay', 'a country'),
  brand('bmw.de', 'BMW', 'a country'),
  brand('news.ycombinator.com', 'Y Combinator', 'a site of the company'),
  brand('chatgpt.com', 'OpenAI', 'a product of the company'),
  brand('ibm.com', 'IBM', 'a wordmark'),
  brand('oracle.com', 'Oracle', 'a wordmark'),
  brand('disney.com', 'Disney', 'in no package'),
  brand('walmart.com', 'Walmart', 'in no package'),
  brand('chase.com', 'Chase', 'a bank'),
  brand('visa.com', 'Visa', 'a wordmark'),
  brand('mastercard.com', 'MasterCard', 'several colors'),
  brand('instagram.com', 'Instagram', 'a gradient'),
  brand('nytimes.com', 'New York Times', 'a newspaper'),
  brand('mercedes-benz.com', 'Mercedes-Benz', 'in no package'),
  brand('telekom.de', 'Deutsche Telekom', 'a network operator'),
  {
    ...brand('api.github.com', 'GitHub', 'an API of a brand: no page, no icon'),
    serve: (web) => web.host('api.github.com', { '/': { type: 'application/json', body: '{"hubs":[]}' } }),
  },
  {
    ...brand('accounts.google.com', 'Google', 'a host of a brand with 32 pixels of its mark'),
    async serve(web) {
      web.host('accounts.google.com', { '/': page(''), '/favicon.ico': await discPng(32, '#4285f4') });
    },
  },
  brand('login.microsoftonline.com', 'Microsoft', 'a host of a brand that does not answer'),
];
