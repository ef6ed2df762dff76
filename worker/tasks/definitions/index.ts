import type { z } from 'zod';
import { TASK_TYPES, type TaskInput, type TaskType } from '../../../workflows/contracts';
import { scheduleOfRun } from '../../../workflows/task/ids';
import { addSources } from './add-sources';
import { bulkAction } from './bulk-action';
import type { StartedBy, TaskDefinition } from './define-task';
import { conversationExport } from './conversation-export';
import { conversationSync } from './conversation-sync';
import { emailSendWithReview } from './email-send-with-review';
import { knowledgeSync } from './knowledge-sync';
import { forEachConnection } from './for-each-connection';
import { leadExport } from './lead-export';
import { leadSync } from './lead-sync';
import type { NamedThings } from './check-names';
import { nightlyRetrain } from './nightly-retrain';
import { retrainAndWait } from './retrain-and-wait';
import { weeklyReport } from './weekly-report';
import type { Notifying, StartWarning } from '../subjects';

export type { BucketPlace, StartedBy, TaskDefinition, Visibility } from './define-task';
export { checkListedAgents, checkNames, type NamedThings, unknownBucket } from './check-names';
export { isLeftToNextRun } from './last-run';
export { notStored, unusableUploads } from './check-uploads';
export { checkSyncedAgents } from './check-synced-agents';

/** Every task there is. A task of the contracts that is missing here does not compile. */
export const definitions: { readonly [Type in TaskType]: TaskDefinition<Type> } = {
	'retrain-and-wait': retrainAndWait,
	'lead-export': leadExport,
	'conversation-export': conversationExport,
	'conversation-sync': conversationSync,
	'nightly-retrain': nightlyRetrain,
	'lead-sync': leadSync,
	'email-send-with-review': emailSendWithReview,
	'knowledge-sync': knowledgeSync,
	'add-sources': addSources,
	'for-each-connection': forEachConnection,
	'bulk-action': bulkAction,
	'weekly-report': weeklyReport,
};

/** The types of tasks that run until they are cancelled. */
export const SYNC_TYPES: readonly TaskType[] = TASK_TYPES.filter((type) => {
	const { endless }: TaskDefinition = definitions[type];
	return endless === true;
});

/** What a person decides in tasks of a type. Undefined if nobody does. */
export function reviewIn(type: TaskType): TaskDefinition['review'] {
	return definitions[type].review;
}

/** The stages in which a task of a type waits until a person does something. */
export function waitingStagesOf(type: TaskType): string[] {
	const { review, waitingStages = [] }: TaskDefinition = definitions[type];
	return [...Object.values(review?.stages ?? {}), ...waitingStages];
}

/** The names of the actions on a running task; empty if there are none. */
export function actionsOf(type: TaskType): string[] {
	return Object.keys(definitions[type].actions ?? {});
}

/** Whether the failed items of a task of this type can be retried in a new task. */
export function retriesFailedItems(type: TaskType): boolean {
	const definition: TaskDefinition = definitions[type];
	return definition.failedOnly !== undefined;
}

/** The input of an action; null if tasks of the type have no such action. */
export function actionSchema(type: TaskType, action: string): z.ZodType<object> | null {
	return new Map(Object.entries(definitions[type].actions ?? {})).get(action) ?? null;
}

/** What a caller should know before the start. */
export async function startWarnings<Type extends TaskType>(
	type: Type,
	notifying: Notifying,
	input: TaskInput<Type>,
): Promise<StartWarning[]> {
	return (await definitions[type].review?.warnings(notifying, input)) ?? [];
}

/** @param by what starts the task @throws Problem that names the field, before anything is done */
export async function checkStart<Type extends TaskType>(
	type: Type,
	named: NamedThings,
	input: TaskInput<Type>,
	by: StartedBy = 'caller',
): Promise<void> {
	if (by !== 'schedule') refuseWithoutSchedule(type, input);
	await definitions[type].checkStart(named, input, by);
}

/** Whether the input of a task could be one that only a schedule can start. */
export function mayBeLeftToNextRun({ id, type }: { id: string; type: TaskType }): boolean {
	return definitions[type].refuseWithoutSchedule !== undefined && scheduleOfRun(id) !== null;
}

/** @throws Problem if only a schedule can start a task with this input */
export function refuseWithoutSchedule<Type extends TaskType>(type: Type, input: TaskInput<Type>): void {
	definitions[type].refuseWithoutSchedule?.(input);
}
