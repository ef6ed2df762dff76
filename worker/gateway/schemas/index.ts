export * from './blob';
export * from './connection';
export * from './error';
export * from './subscription';
export * from './file';
export * from './task';
export * from './task-type';
export * from './wait';
