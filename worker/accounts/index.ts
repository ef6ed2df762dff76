export type { AgentList, Connection } from './connection';
export { Connections } from './connections';
export type { LookUps } from './look-ups';
export { serviceClient, type ServiceClient } from './service-client';
export { TemporalLookUps } from './temporal-look-ups';
