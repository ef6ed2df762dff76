import type { AgentActivities, DeliveryActivities, ScheduleActivities } from './task/activities';
import type { EmailActivities, ReviewActivities } from './email/activities';
import type { EventActivities } from './events/activities';
import type { ExportFileActivities, ExportReadActivities } from './export/activities';
import type { LeadSyncActivities } from './lead-sync/activities';
import type { LookUpActivities } from './look-up/activities';
import type { PersonActivities, PersonReadActivities } from './persons/activities';
import type { SourceActivities } from './add-sources/activities';
import type { TrainingActivities } from './retrain/activities';
import type { WaitActivities } from './waits/activities';

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
