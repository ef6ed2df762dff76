export * from './client';
export * from './limits';
export * from './operations';
export * from './schemas';
export * from './scopes';
