export type { Overview, OverviewReader, SomeTasks, TroubledSchedule } from './overview';
export { findScheduleTrouble } from './recovered-schedule';
export { TemporalOverview } from './temporal-overview';
export { type OverviewSources, Troubles } from './troubles';
