export * from './task-errors';
export * from './task-service';
export * from './task-view';
export * from './wait-service';
export { taskSchemas } from './schemas';
