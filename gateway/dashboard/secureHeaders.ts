import type { Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { Settings } from '../../runtime/settings.ts';
import { baseUrl, imageBaseUrl } from '../http/baseUrl.ts';

/** Nothing on a page comes from elsewhere, but for the pictures that the image API makes. */
export function secureHeaders(settings: Settings): Middleware {
  const images = imageBaseUrl(settings);
  const https = baseUrl(settings).startsWith('https:');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', images],
        connectSrc: ["'self'", images],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // The image API judges a page by its Origin or Referer.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https,
    xFrameOptions: { action: 'deny' },
  });
}
