export * from './connection';
export * from './error';
export * from './task';
export * from './task-type';
export * from './wait';
