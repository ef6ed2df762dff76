export { TemporalTaskTimelines } from './temporal-task-timelines';
export { type TaskTimeline, type TaskTimelines, timelineSchema } from './timeline';
