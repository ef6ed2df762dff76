export { type AccountReads, READ_SCOPES, type ReadScope } from './account-reads';
export { CallFaults, noteInTemporal } from './call-faults';
export type { AgentList } from './agent-list';
export type { Connection } from './connection';
export { Connections, unknownConnection } from './connections';
export { type LookUps, TemporalLookUps } from './look-ups';
export { keepDeletingLookUps } from './past-look-ups';
export { type AccountSettings, ServiceClients } from './service-clients';
