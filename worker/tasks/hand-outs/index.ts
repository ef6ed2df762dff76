export { notAFlowSync, syncEnded } from './hand-out-problems';
export type { HandOutService } from './hand-out-service';
export { type LeasedLeads, peekLead, takeLeads } from './take-leads';
export { TemporalHandOutService } from './temporal-hand-out-service';
