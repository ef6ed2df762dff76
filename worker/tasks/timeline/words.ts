import type { ConnectionActivities, InternalActivities } from '../../../workflows/activities';
import type { SyncActions } from '../../../workflows/lead-sync/contract';
import { definitions, reviewIn } from '../definitions';
import { isTaskType } from '../task-view';

type Step = keyof ConnectionActivities | keyof InternalActivities;

/** What each activity does, for people. One that is forgotten does not compile. */
const STEPS: Readonly<Record<Step, string>> = {
	actOnRow: 'Act on a row',
	addSource: 'Add a source',
	answerLookUp: 'Look something up for a person',
	assembleConversations: 'Write the file',
	assembleExport: 'Write the file',
	awaitTaskEnds: 'Wait for other tasks to end',
	awaitSelection: 'Wait until other connections are selected',
	awaitRow: 'Wait until the task of a row has ended',
	beginSteps: 'Note in the manifest what is about to be sent',
	countFailedSources: 'Count the failed sources',
	countFailedTasks: 'Count the failed tasks',
	countItems: 'Count what came in the two weeks',
	countLeadDays: 'Count the leads of a week',
	compareSourceLists: 'Compare the sources before and after',
	countConnectionWork: 'Count what a failing connection blocks',
	countTasksFailedSince: 'Count the tasks that failed meanwhile',
	countScheduleTimes: 'Count the missed runs of the schedule',
	createConversation: 'Create the email conversation',
	deliver: 'Send a callback',
	discardChunks: 'Delete what the task has read',
	discardLeads: 'Delete leads that are no longer needed',
	endSteps: 'Note in the manifest what the service has confirmed',
	endsForConnections: 'Look how the tasks of the connections stand',
	findNewAgents: 'Look for new agents',
	findOtherSyncs: 'Look for syncs of single agents',
	findPersonLeads: 'Look for leads of a person',
	findPersonNumber: 'Read a lead that a search names',
	findReply: 'Check whether the reply was queued',
	findScheduleTrouble: 'Look what was wrong with the run before',
	findSources: 'Look for the sources in the list of the agent',
	findSubscribers: 'Find the subscribers',
	findEndedIncidents: 'Find the failures that have ended',
	findTexts: 'Find the texts to compare',
	followDelivery: 'Follow the delivery of the email',
	freezeRows: 'Find the rows and store them',
	forgetRequest: 'Delete the search terms',
	mailReport: 'Send the report by mail',
	lookAtExecution: 'Look whether the execution in n8n still stands',
	lookAtFinish: 'Check whether the run of a schedule will be done in time',
	mailReviewer: 'Send mail to a reviewer',
	makeReport: 'Compare and write the report',
	noteConversations: 'Read the list of conversations and note what has to be read',
	planConversations: 'Number the conversations to read',
	planPeriod: 'Find out which days to export',
	planSet: 'Plan the difference',
	planWeeks: 'Find out which days to report on',
	postEvent: 'Send an event',
	proposeDraft: 'Ask the agent for a draft',
	proveStep: 'Search for a change',
	queueReply: 'Queue the email',
	readAgentName: 'Read the name of the agent',
	readAgentPage: 'Read the list of agents',
	readAgentTimes: 'Read when the agent was last trained',
	readCodMetrics: 'Read the cash-on-delivery results',
	readConversations: 'Read the list of conversations',
	readItems: 'Read what the agent has',
	readLeadConversations: 'Read the conversations of leads',
	readLeads: 'Read leads',
	readLeftBehind: 'Read where another sync has stopped',
	readOverview: 'Read the overview of the agent',
	readSender: 'Read the mailbox to send from',
	readSet: 'Read the rows of the set',
	readSourceEnd: 'Check one source',
	readSourceList: 'List the sources of the agent',
	readSourceTimes: 'Read when the sources were last indexed',
	readTexts: 'Read texts of the agent',
	readThread: 'Read the conversation',
	readTraining: 'Read the training status',
	readUsage: 'Read the use of message credits',
	readTranscripts: 'Read transcripts',
	rememberErased: 'Remember who was erased',
	releaseSet: 'Note in the manifest that nothing applies the set',
	reportRows: 'Write the rows of the result',
	reportSet: 'Write the rows of the result',
	rowsOfAgent: 'Make rows of what the agent has',
	requestTraining: 'Request the training',
	resumeReplies: "Resume the agent's automatic replies",
	selectedConnections: 'Find the connections of the selector',
	startForConnection: 'Start the task of a connection',
	stopForConnection: 'Stop the sync of a connection that is no longer selected',
	sealDraft: 'Freeze the draft for the review',
	searchKept: 'Search what the worker keeps',
	sendCall: 'Add, change or delete an item',
	startHookTask: 'Start the task of a hook',
	endOfHookRun: 'Read the end of the task of a hook',
	stepsToProve: 'Read which changes to search for',
	stepsToSend: 'Read the next steps of the plan',
	storeLead: 'Read a lead for the flow',
	storePage: 'Read new leads for the flow',
	syncLead: 'Write a lead to the destination',
	syncPage: 'Read new leads and write them to the destination',
	syncTranscripts: 'Read transcripts and write them to the destination',
	watchSources: 'Wait until the sources are read',
	watchTraining: 'Wait for the training run',
};

/** @param name of an activity, maybe of a newer worker */
export function stepTitle(name: string): string {
	return titleIn(STEPS, name);
}

/** What a person decided. @param type of the task @param action maybe of a newer worker */
export function decisionTitle(type: string, action: string): string {
	return titleIn(isTaskType(type) ? (reviewIn(type)?.subject.titles ?? {}) : {}, action);
}

/** What can be asked of running tasks, by the names of the updates. A missing action does not compile. */
const REQUESTS: Readonly<Record<keyof SyncActions, string>> = {
	'sync-now': 'Requested: sync now',
	pause: 'Requested: pause',
	resume: 'Requested: resume',
	'retry-refused': 'Requested: retry refused leads',
	'dismiss-refused': 'Requested: dismiss refused leads',
};

/** @returns null for updates between programs, such as a flow that takes leads */
export function requestTitle(name: string): string | null {
	return Object.hasOwn(REQUESTS, name) ? titleIn(REQUESTS, name) : null;
}

/** Published events by the beginning of their name in the task (see `emit` in workflows/task). */
const EVENTS: ReadonlyArray<readonly [start: string, type: string, title: string]> = [
	['completed', 'task.completed', 'Notified the subscribers of the end'],
	['failed', 'task.failed', 'Notified the subscribers of the failure'],
	['outcome', 'email.outcome', 'Notified the subscribers of the outcome of the email'],
	['report', 'report.ready', 'Sent the report to the subscribers'],
	['digest', 'schedule.digest', 'Sent the digest to the subscribers'],
	['review-', 'review.requested', 'Notified the subscribers of the review'],
	['notice-', 'sync', 'Notified the subscribers about the sync'],
];

/** The name of the mail to the reviewers, which needs no subscription. */
export const MAIL_EVENT = 'mail';

/** @param eventId `<task>~<run>~<name>` */
export function eventWords(eventId: string): { name: string; title: string } {
	const own = eventId.slice(eventId.lastIndexOf('~') + 1);
	const [, name = own, title = 'Notified the subscribers'] = EVENTS.find(([start]) => own.startsWith(start)) ?? [];
	return { name, title };
}

/** @param type of a task, maybe of a newer worker */
export function taskTitle(type: string): string {
	return isTaskType(type) ? definitions[type].title : humanised(type);
}

/** The type of the task that a workflow runs; null if it runs none. */
export function taskOfWorkflow(workflow: string): string | null {
	return Object.entries(definitions).find(([, each]) => each.workflow === workflow)?.[0] ?? null;
}

function titleIn(words: Readonly<Record<string, string>>, name: string): string {
	return (Object.hasOwn(words, name) ? words[name] : undefined) ?? humanised(name);
}

/** `readNewThing` and `new-stage` are "Read new thing" and "New stage". */
export function humanised(name: string): string {
	const words = name
		.replace(/[_-]/g, ' ')
		.replace(/([a-z])([A-Z])/g, '$1 $2')
		.toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}
