export { ApiError, type ApiErrorFields } from './api-error';
export type { ResponseInfo, WatchCall } from './client-options';
export { createClient, type ApiClient } from './create-client';
export type { RateLimit } from './rate-limit';
export { parseRetryAfter } from './wait-headers';
export type { UploadFile } from './upload';
