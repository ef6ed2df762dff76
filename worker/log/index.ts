export { createLogger, type Logger } from './logger';
export { addressWithoutSecrets } from './redaction';
