import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import { beginNewHistory } from '../task/begin-new-history';
import type { EmailActivities, KeyedStep, ReviewActivities } from './activities';
import { apiRead } from '../task/activity-options';
import type { TaskArgs } from '../task/task-args';
import { approvedMail, insideWorker, urgentRead } from './call-options';
import type { EmailInput } from './contract';
import type { EmailState } from './state';

type Patient = Pick<EmailActivities, 'readSender' | 'readThread' | 'proposeDraft' | 'followDelivery' | 'resumeReplies'>;

/** What the parts of the task share: its input, its calls, and what it must not lose. */
export class EmailTask {
	readonly input: EmailInput;
	/** Calls that may wait, and be repeated as often as it takes. */
	readonly patient: Patient;
	/** The two calls of an approved mail. */
	readonly urgent: Pick<EmailActivities, 'createConversation' | 'queueReply'>;
	readonly look: Pick<EmailActivities, 'readThread' | 'findReply'>;
	readonly inside: Pick<ReviewActivities, 'sealDraft'>;
	/** What the keys of the steps are made from. */
	readonly keyed: KeyedStep;

	constructor(
		private readonly args: TaskArgs<EmailInput>,
		readonly state: EmailState,
	) {
		this.input = args.input;
		const { connection } = this.input;
		this.patient = proxyActivities<EmailActivities>(apiRead(connection));
		this.urgent = proxyActivities<EmailActivities>(approvedMail(connection));
		this.look = proxyActivities<EmailActivities>(urgentRead(connection));
		this.inside = proxyActivities<ReviewActivities>(insideWorker);
		this.keyed = { taskId: workflowInfo().workflowId, keyVersion: args.frozen.keyVersion };
	}

	/** Begins a new history when the server finds this one long. Call it only where the state says all. */
	async continueAsNewIfSuggested(): Promise<void> {
		if (workflowInfo().continueAsNewSuggested) await beginNewHistory(this.args, this.state);
	}
}
