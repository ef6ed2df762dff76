export * from './client';
export * from './foreign-text';
export * from './ids';
export * from './limits';
export { openApiDocument } from './openapi';
export * from './operations';
export * from './schemas';
export * from './scopes';
export * from './upload-types';
