export { errorInLog, isError } from './error-in-log';
export { createLogger, type Logger } from './logger';
