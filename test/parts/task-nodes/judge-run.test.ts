import type { IRun } from 'n8n-workflow';
import { ManualExecutionCancelledError, SystemShutdownExecutionCancelledError } from 'n8n-workflow';
import { judgeRejection, judgeRun } from '../../../task-nodes/nodes/AgentKnowledgeSyncedLeadTrigger/judge-run';

const run = (fields: object, resultData: object = {}) =>
	({ status: 'success', data: { resultData: { runData: {}, ...resultData } }, ...fields }) as IRun;

describe('the end of an execution', () => {
	it.each<[string, IRun | undefined, string, RegExp]>([
		['a success', run({}), 'done', /^$/],
		[
			'an error with its node',
			run({ status: 'error' }, { error: { message: 'No email', node: { name: 'HubSpot' } } }),
			'failed',
			/^HubSpot: No email$/,
		],
		[
			'an error of queue mode, which names the last node only',
			run(
				{ status: 'error' },
				{ error: { message: 'Bad request', description: 'email is taken' }, lastNodeExecuted: 'CRM' },
			),
			'failed',
			/^CRM: Bad request \(email is taken\)$/,
		],
		['an execution that waits', run({ status: 'waiting' }), 'refused', /second flow/],
		['an execution that waits until a time', run({ waitTill: new Date('2026-01-01') }), 'refused', /second flow/],
		['a crash', run({ status: 'crashed' }), 'failed', /^The execution ended with the status crashed\.$/],
		['no execution', undefined, 'failed', /without a result/],
	])('%s', (_what, ended, outcome, reason) => {
		const judged = judgeRun(ended);
		expect(judged.outcome).toBe(outcome);
		expect(judged.reason).toMatch(reason);
	});

	it('is no fault of the lead when n8n stops', () => {
		expect(judgeRejection(new SystemShutdownExecutionCancelledError('7'))).toEqual({ outcome: 'released', reason: '' });
	});

	it('is a failure when a person stops it', () => {
		expect(judgeRejection(new ManualExecutionCancelledError('7'))).toEqual({
			outcome: 'failed',
			reason: 'The execution was cancelled manually',
		});
	});

	it('has a reason of bounded length and whole characters', () => {
		const { reason } = judgeRejection(new Error(`${'x'.repeat(499)}😀`));
		expect(reason).toBe('x'.repeat(499));
	});
});
