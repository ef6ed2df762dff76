import { eventually, isThere } from '../../support/time/eventually';
import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { type DecisionAction, emailInputSchema } from '../../../workflows/email/contract';
import type { MailView } from '../../../workflows/email/review-contract';
import type { PersonReport } from '../../../workflows/persons/contract';
import { NOTE_REQUEST, type NoteRequestArgs, searchAttributes } from '../../../workflows/task/visibility';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedLeads } from './scripted-leads';
import { ScriptedMail } from './scripted-mail';
import { useWorkers } from './use-workers';

const EDITS = 12;
const AGENTS = Array.from({ length: 20 }, (_, number) => `agent_${number}`);

const mail = new ScriptedMail();
const leads = new ScriptedLeads();
const calls: string[] = [];
const workers = useWorkers({
	continueAsNewAt: 40,
	internal: {
		...mail.internal,
		rememberErased: async (request: string) => Promise.resolve(calls.push(`remember ${request}`)),
		searchKept: async () => Promise.resolve([{ kind: 'history', where: 'task', count: 1, state: 'erased', note: '' }]),
		forgetRequest: async (request: string) => Promise.resolve(calls.push(`forget ${request}`)),
	},
	connections: {
		c: {
			...mail.api,
			syncPage: onPackedPage(leads.syncPage),
			syncLead: leads.syncLead,
			readAgentPage: async () => Promise.resolve({ agentIds: AGENTS, next: null }),
			findPersonLeads: async ({ agentId }: { agentId: string }) =>
				Promise.resolve({ leadIds: agentId === 'agent_7' ? [3, 4] : [], next: null }),
		},
	},
});

const start = (workflow: string, workflowId: string, ...args: object[]) =>
	workers.client.workflow.start(workflow, { workflowId, taskQueue: INTERNAL_QUEUE, args });
const runOf = async (workflowId: string) => (await workers.client.workflow.getHandle(workflowId).describe()).runId;

describe('a mail whose history grows long', () => {
	const email = () => workers.client.workflow.getHandle('email');

	async function question(number: number) {
		return eventually(
			async () => {
				const { question: open } = await email().query<MailView>('review');
				return open?.number === number ? open : null;
			},
			isThere,
			`Question ${number}`,
		);
	}

	const mailed = (number: number) =>
		eventually(
			() => mail.mails.some(({ question: asked }) => asked === number),
			Boolean,
			`The mail about question ${number}`,
		);

	async function decide(action: DecisionAction, number: number, more: object = {}) {
		const { hash } = await question(number);
		const request = { id: `${action} ${number}`, action, hash, by: 'Lead', via: 'api', note: null, ...more };
		await email().executeUpdate('decide', { args: [{ resumeAutoReplies: false, ...request }] });
	}

	it('keeps its edits, its decisions and its delivery, and is sent once', async () => {
		mail.reports = [...Array<'progress'>(30).fill('progress'), 'settled'];
		const input = emailInputSchema.parse({
			connection: 'c',
			agentId: 'a',
			to: ['ada@client.example'],
			subject: 'Your order',
			content: 'Version 0',
			reviewers: ['lead@team.example'],
			deadlineSeconds: 3600,
			followSeconds: 3600,
		});
		const { firstExecutionRunId } = await start('emailSendWithReview', 'email', {
			input,
			frozen,
		});
		await email().signal<NoteRequestArgs>(NOTE_REQUEST, 'retriedBy', 'a digest');
		// Meant for an earlier start of the task.
		await email().signal<NoteRequestArgs>(NOTE_REQUEST, 'cancelledBy', 'a digest', 'another run');
		let edits = 0;
		// They continue until they are in a new history.
		while (edits < EDITS || (await runOf('email')) === firstExecutionRunId) {
			edits += 1;
			// A version that is edited before its mail was sent has none.
			await mailed(edits);
			const draft = { to: ['ada@client.example'], cc: [], subject: 'Your order', content: `Version ${edits}` };
			await decide('edit', edits, { draft });
		}
		await question(edits + 1);
		const { runId: reviewed, memo, typedSearchAttributes } = await email().describe();
		expect(memo).toMatchObject({ retriedBy: ['a digest'], progress: { message: expect.any(String) as string } });
		expect(memo).not.toHaveProperty('cancelledBy');
		expect(typedSearchAttributes.get(searchAttributes.stage)).toBe('reviewing');
		await decide('approve', edits + 1);
		const result: unknown = await email().result();
		expect(result).toMatchObject({ outcome: 'sent', deliveryId: 'edlv_1', approved: { content: `Version ${edits}` } });
		expect(result).toHaveProperty('decisions.length', edits + 1);
		expect(mail.replies).toBe(1);
		const followed = await runOf('email');
		expect(followed).not.toBe(reviewed);
		await mailed(edits + 1);
		expect(mail.mails.map(({ question: number }) => number).sort((one, other) => one - other)).toEqual(
			Array.from({ length: edits + 1 }, (_, index) => index + 1),
		);
		await recordHistory(workers.client, 'email', 'email-send-with-review.v1.continued', firstExecutionRunId);
		await recordHistory(workers.client, 'email', 'email-send-with-review.v1.carried-on', followed);
	});
});

describe('those who review', () => {
	it('are each mailed', async () => {
		const one = { taskId: 'reviewed', keyVersion: 'k1', question: 1, kind: 'approval', subject: 'Your order' };
		const mails = ['lead@team.example', 'deputy@team.example'].map((address, reviewer) => ({
			...one,
			expiresAt: 1,
			reminder: 0,
			address,
			reviewer,
		}));
		await (await start('mailReviewers', 'mail/reviewed', mails)).result();
		const mailed = mail.mails.filter(({ taskId }) => taskId === 'reviewed').map(({ address }) => address);
		expect(mailed.sort()).toEqual(['deputy@team.example', 'lead@team.example']);
		await recordHistory(workers.client, 'mail/reviewed', 'mail-reviewers.mailed');
	});
});

describe('a subscription', () => {
	it('keeps what was set, also when its history grows long', async () => {
		const at = '2026-11-21T00:00:00.000Z';
		const settings = {
			format: 'events',
			url: 'http://n8n.example/hook',
			recipients: [],
			digests: 'problems',
			timeZone: 'UTC',
			events: ['task.failed'],
			connection: null,
			enabled: true,
		};
		const state = { settings: { ...settings, description: '' }, previous: null, createdAt: at, updatedAt: at };
		const secret = { number: 1, keyVersion: 'k1' };
		const { firstExecutionRunId } = await start('subscription', 'subscription', { ...state, secret });
		const handle = workers.client.workflow.getHandle('subscription');
		const change = (description: string) => handle.executeUpdate('changeSubscription', { args: [{ description }] });
		await change('first');
		const rotate = (updateId: string) =>
			handle.executeUpdate<unknown, [object]>('rotateSecret', {
				updateId,
				args: [{ keyVersion: 'k2', overlapMs: 1000 }],
			});
		const rotated = await rotate('once');
		for (let number = 0; (await runOf('subscription')) === firstExecutionRunId; number += 1) await change(`${number}`);
		expect(await rotate('once')).toEqual(rotated);
		expect(await change('last')).toMatchObject({
			settings: { ...settings, description: 'last' },
			secret: { number: 2, keyVersion: 'k2' },
			previous: { number: 1 },
		});
		await recordHistory(workers.client, 'subscription', 'subscription.continued', firstExecutionRunId);
		await recordHistory(workers.client, 'subscription', 'subscription.changed');
		await handle.terminate();
	});
});

describe("the search for a person's data", () => {
	it('asks the service agent by agent, also when its history grows long, and forgets who it was', async () => {
		const args = { mode: 'erase', request: 'persons/1', connections: ['c'] };
		const { firstExecutionRunId } = await start('personData', 'person', args);
		const report = (await workers.client.workflow.getHandle('person').result()) as PersonReport;
		expect(report).toMatchObject({ complete: true, counts: { erased: 1, elsewhere: 1 } });
		expect(report.places[0]).toMatchObject({
			where: 'c/agent_7',
			count: 2,
			note: expect.stringContaining('3, 4') as string,
		});
		expect(calls).toEqual(['remember persons/1', 'forget persons/1']);
		const last = await runOf('person');
		expect(last).not.toBe(firstExecutionRunId);
		await recordHistory(workers.client, 'person', 'person-data.continued', firstExecutionRunId);
		await recordHistory(workers.client, 'person', 'person-data.carried-on', last);
	});
});

describe('a sync that has to forget a lead', () => {
	it('takes it from its list and begins a new history', async () => {
		const input = { version: 1, connection: 'c', agentId: 'one-refused', destination: 'crm', intervalSeconds: 3600 };
		const sync = await start('leadSync', 'forgetful', { input, frozen });
		const refused = () =>
			workers.client.workflow.getHandle('forgetful').query<Array<{ leadId: number }>>('refused-leads');
		const [lead] = await eventually(
			async () => ((await refused()).length === 1 ? refused() : null),
			isThere,
			'A refused lead',
		);
		const handle = workers.client.workflow.getHandle('forgetful');
		expect(await handle.executeUpdate('forget-leads', { args: [{ leadIds: [lead?.leadId] }] })).toBe(0);
		await eventually(
			() => runOf('forgetful'),
			(seen) => seen !== sync.firstExecutionRunId,
			'A new history',
		);
		expect(await refused()).toEqual([]);
		await recordHistory(workers.client, 'forgetful', 'lead-sync.v1.forgotten', sync.firstExecutionRunId);
		await handle.terminate();
	});
});
