export type { Overview, OverviewReader, SomeTasks, TroubledSchedule } from './overview';
export { TemporalOverview } from './temporal-overview';
