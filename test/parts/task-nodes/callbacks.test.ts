import { callBack } from '../../support/task-nodes/callback';
import { run } from '../../support/task-nodes/engine';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const gateway = useTaskGateway();

describe('a callback that must not resume the execution', () => {
	const waitingExecution = () => run(waitingFlow(['agent_a']), gateway.credential);

	it.each([
		['has no wait id', {}, 400],
		['names a wait of another execution', { waitId: 'wait/other' }, 410],
	])('%s', async (_case, body, status) => {
		expect(await callBack(await waitingExecution(), body)).toEqual({ status, resumed: null });
	});

	it('comes before the wait has ended', async () => {
		const execution = await waitingExecution();
		expect(await callBack(execution, { waitId: gateway.onlyWait().id })).toEqual({ status: 503, resumed: null });
	});

	it('is of a wait that a newer one has ended', async () => {
		const execution = await waitingExecution();
		gateway.endWaits('superseded');
		expect(await callBack(execution, { waitId: gateway.onlyWait().id })).toEqual({ status: 410, resumed: null });
	});

	it('comes while the credential is refused; later it resumes', async () => {
		const execution = await waitingExecution();
		await gateway.end('agent_a', 'completed');
		gateway.endWaits('completed');
		const body = { waitId: gateway.onlyWait().id };
		const right = gateway.credential.data;
		gateway.credential.data = { ...right, token: 'revoked' };
		expect(await callBack(execution, body)).toEqual({ status: 503, resumed: null });
		gateway.credential.data = right;
		expect((await callBack(execution, body)).resumed?.shown('Done')).toHaveLength(1);
	});

	it('comes while the gateway is down', async () => {
		const execution = await waitingExecution();
		const body = { waitId: gateway.onlyWait().id };
		gateway.credential.data = { ...gateway.credential.data, gatewayUrl: 'http://127.0.0.1:1' };
		expect(await callBack(execution, body)).toEqual({ status: 503, resumed: null });
	});
});
