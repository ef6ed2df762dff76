import type { AgentActivities, DeliveryActivities, ScheduleActivities } from './task/activities';
import type { BulkActivities } from './bulk-action/activities';
import type { ConnectionIncidentActivities } from './connection-incident/activities';
import type { PeriodActivities } from './task/period';
import type { ScheduleRecoveryActivities } from './task/schedule';
import type { ConversationFileActivities, ConversationReadActivities } from './conversation-export/activities';
import type { ConversationSyncActivities } from './conversation-sync/activities';
import type { EmailActivities, SealActivities } from './email/activities';
import type { EndedIncidentActivities, EventActivities } from './events/activities';
import type { EachActivities } from './for-each-connection/activities';
import type { ExportFileActivities, ExportReadActivities } from './export/activities';
import type { StoredLeadActivities } from './lead-sync/activities';
import type { PackedLeadSyncActivities } from './lead-sync/packed-cursor';
import type { KnowledgeActivities, KnowledgeSetActivities } from './knowledge-sync/activities';
import type { LookUpActivities } from './look-up/activities';
import type { PersonActivities, PersonReadActivities } from './persons/activities';
import type { DebounceActivities } from './debounce/activities';
import type { FinishByActivities } from './finish-by/activities';
import type { SourceActivities } from './add-sources/activities';
import type { ReviewActivities } from './review/activities';
import type { TrainingActivities } from './retrain/activities';
import type { SourceComparisonActivities, SourceListActivities } from './retrain/source-list-activities';
import type { ExecutionActivities, WaitActivities } from './waits/activities';
import type { ReportFileActivities, ReportReadActivities } from './weekly-report/activities';

/** All activities of a connection's queue. Each dispatch of them makes one API call, or those that it was weighed for. */
export type ConnectionActivities = EmailActivities &
	TrainingActivities &
	SourceListActivities &
	LookUpActivities &
	SourceActivities &
	AgentActivities &
	PackedLeadSyncActivities &
	PersonReadActivities &
	ExportReadActivities &
	ConversationReadActivities &
	ConversationSyncActivities &
	KnowledgeActivities &
	ReportReadActivities;

/** All activities of the worker's own queue. None makes an API call. */
export type InternalActivities = ReviewActivities &
	DebounceActivities &
	FinishByActivities &
	SealActivities &
	WaitActivities &
	ExecutionActivities &
	ScheduleActivities &
	DeliveryActivities &
	EventActivities &
	EndedIncidentActivities &
	ConnectionIncidentActivities &
	ScheduleRecoveryActivities &
	PersonActivities &
	StoredLeadActivities &
	ExportFileActivities &
	ConversationFileActivities &
	EachActivities &
	KnowledgeSetActivities &
	BulkActivities &
	PeriodActivities &
	ReportFileActivities &
	SourceComparisonActivities;
