export type { AgentList, Connection } from './connection';
export { Connections } from './connections';
export type { LookUps } from './look-ups';
export { TemporalLookUps } from './temporal-look-ups';
