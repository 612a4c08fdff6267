/** Reads websites for programs: the client of Sightread's API. */
export type {
  BatchRequest,
  BrandingProfile,
  BrandingRequest,
  CrawlRequest,
  ExtractRequest,
  MapRequest,
  MapResult,
  MonitorInfo,
  MonitorRequest,
  MonitorRun,
  MonitorUpdate,
  Page,
  PageChange,
  ScrapeRequest,
} from './api.ts';
export { type Credits, type Extraction, Sightread, type SightreadOptions } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  DataError,
  InvalidRequestError,
  NotEnoughCreditsError,
  NotFoundError,
  PageError,
  RateLimitError,
  ServerError,
  SightreadError,
  WebhookError,
} from './errors.ts';
export type { CallOptions } from './http/request.ts';
export { type ImageOptions, iconUrl, openGraphUrl } from './images.ts';
export { Job, type JobFailure, type WaitOptions } from './jobs/job.ts';
export type { JobProgress } from './jobs/progress.ts';
export { Monitors } from './monitors.ts';
export type { DataOf, JsonSchema, StandardSchema } from './schemas.ts';
export { type ReceivedWebhook, verifyWebhook, type WebhookEvent } from './webhooks.ts';
