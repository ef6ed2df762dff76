export { Connection, type AgentSummary } from './connection';
export { Connections } from './connections';
