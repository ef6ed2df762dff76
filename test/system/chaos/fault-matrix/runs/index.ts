import type { Task } from '../cells';
import type { PlannedRun } from '../plan';
import type { World } from '../world';
import { BulkRun } from './bulk';
import { CallbackRun, EventRun } from './delivery';
import { ConversationsRun } from './conversations';
import { EmailRun } from './email';
import { ExportRun } from './export';
import { ForEachRun } from './for-each';
import { HookRun, QuietHookRun } from './hook';
import { KnowledgeRun } from './knowledge';
import { NightlyRun, RetrainRun } from './retrain';
import type { Run } from './run';
import { SourcesRun } from './sources';
import { ConversationSyncRun } from './sync-conversations';
import { AgentsRun } from './sync-agents';
import { HubSpotRun } from './sync-hubspot';
import { PostgresqlRun } from './sync-postgresql';
import { WebhookRun } from './sync-webhook';
import { ReportRun } from './weekly-report';

const KINDS: Record<Task, new (planned: PlannedRun, world: World, number: number) => Run> = {
	'retrain-and-wait': RetrainRun,
	'nightly-retrain': NightlyRun,
	'add-sources': SourcesRun,
	'for-each-connection': ForEachRun,
	'bulk-action': BulkRun,
	'knowledge-sync': KnowledgeRun,
	'email-send-with-review': EmailRun,
	'lead-export': ExportRun,
	'conversation-export': ConversationsRun,
	'conversation-sync': ConversationSyncRun,
	'weekly-report': ReportRun,
	'lead-sync to postgresql': PostgresqlRun,
	'lead-sync to hubspot': HubSpotRun,
	'lead-sync to webhook': WebhookRun,
	'lead-sync of several agents': AgentsRun,
	event: EventRun,
	callback: CallbackRun,
	'message to a hook': HookRun,
	'message to a quiet hook': QuietHookRun,
};

export function newRun(planned: PlannedRun, world: World, number: number): Run {
	return new KINDS[planned.cell.task](planned, world, number);
}

export { type End, Run } from './run';
