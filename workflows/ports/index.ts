import type { AgentActivities } from './agents';
import type { DeliveryActivities } from './delivery';
import type { EmailActivities, ReviewActivities } from './email';
import type { EventActivities } from './events';
import type { ExportFileActivities, ExportReadActivities } from './export';
import type { LeadSyncActivities } from './lead-sync';
import type { LookUpActivities } from './look-up';
import type { PersonActivities, PersonReadActivities } from './persons';
import type { ScheduleActivities } from './schedules';
import type { SourceActivities } from './sources';
import type { TrainingActivities } from './training';
import type { WaitActivities } from './waits';

export type * from './agents';
export type * from './delivery';
export type * from './email';
export type * from './events';
export type * from './export';
export type * from './lead-sync';
export type * from './look-up';
export type * from './persons';
export type * from './schedules';
export type * from './sources';
export type * from './training';
export type * from './waits';
export type * from './write-answer';

/** Everything that the queue of a connection takes. Each activity makes one API call. */
export type ConnectionActivities = EmailActivities &
	TrainingActivities &
	LookUpActivities &
	SourceActivities &
	AgentActivities &
	LeadSyncActivities &
	PersonReadActivities &
	ExportReadActivities;

/** Everything that the worker's own queue takes. No activity calls the API. */
export type InternalActivities = ReviewActivities &
	WaitActivities &
	ScheduleActivities &
	DeliveryActivities &
	EventActivities &
	PersonActivities &
	ExportFileActivities;
