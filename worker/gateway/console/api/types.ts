import type { z } from 'zod';
import type { BulkSelectionBody } from '../../../../workflows/bulk-action/contract';
import type { ColumnMapping } from '../../../../workflows/knowledge-sync/columns-contract';
import type { KnowledgeSyncResult } from '../../../../workflows/knowledge-sync/contract';
import type { TokenRole } from '../../../config';
import type {
	agentListSchema,
	bulkPreviewSchema,
	connectionCheckSchema,
	bucketListSchema,
	connectionListSchema,
	connectionUsageSchema,
	deliveryPageSchema,
	destinationListSchema,
	destinationTypeListSchema,
	destinationWithSecretSchema,
	incidentsSchema,
	overviewSchema,
	personSearchSchema,
	previewSchema,
	emailConversationListSchema,
	hookListSchema,
	knowledgeItemsSchema,
	knowledgeSetListSchema,
	mailboxListSchema,
	refusedLeadSchema,
	refusedLeadsSchema,
	syncedAgentsSchema,
	reviewSchema,
	ScheduleBody as ScheduleBodyOfTask,
	scheduleListSchema,
	storedDestinationSchema,
	subscriptionListSchema,
	subscriptionWithSecretSchema,
	schedulePreviewSchema,
	scheduleSavedSchema,
	scheduleViewSchema,
	taskCheckedSchema,
	taskDetailsSchema,
	taskPageSchema,
	taskProgressSchema,
	taskStartedSchema,
	taskTypeListSchema,
	taskViewSchema,
	timelineSchema,
	whoamiSchema,
} from '../../schemas';

/**
 * What the console reads, as the gateway's own schemas have it. Only types are imported, so the bundle has no zod. When
 * a schema changes, the compiler shows which component no longer fits.
 */

export type Role = TokenRole;
export type BulkSelection = BulkSelectionBody;
/** Which rows a bulk action is about. */
export type BulkFilter = Omit<BulkSelection, 'action' | 'target'>;
export type BulkPreview = z.output<typeof bulkPreviewSchema>;
export type WhoAmI = z.output<typeof whoamiSchema>;
export type SignedInBy = WhoAmI['signedInBy'];
export type Progress = z.output<typeof taskProgressSchema>;
export type Task = z.output<typeof taskViewSchema>;
export type TaskPage = z.output<typeof taskPageSchema>;
export type TaskItem = TaskPage['items'][number];
export type TaskDetails = z.output<typeof taskDetailsSchema>;
export type Review = z.output<typeof reviewSchema>;
export type TaskTypeList = z.output<typeof taskTypeListSchema>;
export type TaskType = TaskTypeList['items'][number];
export type RefusedLeadList = z.output<typeof refusedLeadsSchema>;
export type SyncedAgentList = z.output<typeof syncedAgentsSchema>;
export type RefusedLeadWithData = z.output<typeof refusedLeadSchema>;
export type RefusedLead = RefusedLeadList['items'][number];
export type ConnectionList = z.output<typeof connectionListSchema>;
export type DestinationList = z.output<typeof destinationListSchema>;
export type Destination = DestinationList['items'][number];
export type DestinationTypeList = z.output<typeof destinationTypeListSchema>;
export type DestinationType = DestinationTypeList['items'][number];
export type HookList = z.output<typeof hookListSchema>;
export type Hook = HookList['items'][number];
export type ScheduleList = z.output<typeof scheduleListSchema>;
export type Schedule = ScheduleList['items'][number];
export type Incidents = z.output<typeof incidentsSchema>;
export type OpenIncident = Incidents['open'][number];
export type Overview = z.output<typeof overviewSchema>;
export type TroubledSchedule = Overview['schedules']['items'][number];
export type UsageList = z.output<typeof connectionUsageSchema>;
export type ConnectionUsage = UsageList['items'][number];
export type Timeline = z.output<typeof timelineSchema>;
export type TimelineEntry = Timeline['entries'][number];
export type PersonSearch = z.output<typeof personSearchSchema>;
export type { ColumnMapping, KnowledgeSyncResult };
export type { TablePreview } from '../../../knowledge/files/table-preview';
export type Connection = ConnectionList['items'][number];
export type ConnectionCheck = z.output<typeof connectionCheckSchema>;
export type Finding = ConnectionCheck['checks'][number];
export type AgentList = z.output<typeof agentListSchema>;
export type StoredDestination = z.output<typeof storedDestinationSchema>;
export type DestinationWithSecret = z.output<typeof destinationWithSecretSchema>;
export type Preview = z.output<typeof previewSchema>;
export type SubscriptionList = z.output<typeof subscriptionListSchema>;
export type ListedSubscription = SubscriptionList['items'][number];
export type Subscription = Omit<ListedSubscription, 'undelivered'>;
export type SubscriptionWithSecret = z.output<typeof subscriptionWithSecretSchema>;
export type DeliveryPage = z.output<typeof deliveryPageSchema>;
export type Delivery = DeliveryPage['items'][number];
export type EmailConversationList = z.output<typeof emailConversationListSchema>;
export type KnowledgeSetList = z.output<typeof knowledgeSetListSchema>;
export type KnowledgeSet = KnowledgeSetList['items'][number];
export type SetSync = KnowledgeSet['syncs'][number];
export type KnowledgeItems = z.output<typeof knowledgeItemsSchema>;
export type MailboxList = z.output<typeof mailboxListSchema>;
export type BucketList = z.output<typeof bucketListSchema>;
export type ScheduleView = z.output<typeof scheduleViewSchema>;
export type ScheduleSaved = z.output<typeof scheduleSavedSchema>;
export type SchedulePreview = z.output<typeof schedulePreviewSchema>;
/** What is saved. The form makes the input of the chosen task, and the gateway checks it. */
export type ScheduleBody = Omit<ScheduleBodyOfTask, 'input' | 'cron'> & { input: object; cron: string[] };
export type TaskStarted = z.output<typeof taskStartedSchema>;
export type TaskChecked = z.output<typeof taskCheckedSchema>;
export type { FieldForm } from '../../../../workflows/task/field-form';
export type { TaskFilterName } from '../../../../workflows/task/filter-contract';
