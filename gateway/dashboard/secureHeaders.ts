import helmet from 'koa-helmet';
import { baseUrl, imageBaseUrl } from '../../runtime/baseUrl.ts';
import type { Settings } from '../../runtime/settings.ts';
import type { Middleware } from '../http/context.ts';

/** Pages load nothing from other hosts, except images from the image API. */
export function secureHeaders(settings: Settings): Middleware {
  const imageApi = imageBaseUrl(settings);
  const https = baseUrl(settings).startsWith('https:');
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', imageApi],
        connectSrc: ["'self'", imageApi],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    // The image API checks the Origin or Referer header of a page against the key's allowed origins.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https,
    xFrameOptions: { action: 'deny' },
  });
}
