export * from './fields';
export * from './file';
export * from './lists';
export * from './person';
export * from './review';
export * from './schedule';
export * from './subscription';
export * from './task';
