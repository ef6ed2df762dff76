import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Oracle } from '../../system/chaos/fault-matrix/oracle';
import { EmailCustomer, newKey } from './email-customer';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

const AGENT = 'agent_support';

let dataDir: string;
let sandbox: TestSandbox;
let oracle: Oracle;

beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'sandbox-effects-'));
	sandbox = await TestSandbox.start({ dataDir });
	oracle = new Oracle(join(dataDir, 'sandbox.db'));
});
afterAll(async () => {
	oracle.close();
	await sandbox.running.close();
	await rm(dataDir, { recursive: true, force: true });
});

describe('the log of effects', () => {
	it('has each training run and each source, also one that was deleted since', async () => {
		const before = oracle.newestEffect();
		const added = await sandbox.call('POST', `/agents/${AGENT}/sources`, {
			body: { type: 'text', title: 'Hours', content: 'Nine to five.' },
		});
		const { id } = added.body as { id: number };
		await sandbox.call('DELETE', `/agents/${AGENT}/sources/${id}`);
		await sandbox.call('POST', `/agents/${AGENT}/retrain`);

		expect(oracle.effects(AGENT, 'source', before)).toEqual([
			expect.objectContaining({ subject: `${id}`, intention: 'text Hours' }),
		]);
		expect(oracle.effects(AGENT, 'training-run', before)).toHaveLength(1);
	});

	it('has nothing of a refused request', async () => {
		const before = oracle.newestEffect();
		expect((await sandbox.call('POST', `/agents/${AGENT}/sources`, { body: { type: 'text' } })).status).toBe(400);
		expect(oracle.newestEffect()).toBe(before);
	});

	it('has conversation, reply, keys and mail once for a repeated request', async () => {
		const customer = new EmailCustomer(sandbox, 'agent_sales');
		await customer.activeMailbox('effects@shop.example');
		const before = oracle.newestEffect();
		const conversation = { email: 'ada@client.example', subject: 'Order', idempotencyKey: newKey() };
		const send = (path: string, body: object) => sandbox.call('POST', `${customer.path}/${path}`, { body });
		const { sessionId } = (await send('conversations', conversation)).body as { sessionId: string };
		await send('conversations', conversation);
		const reply = { sessionId, content: 'Hello.', to: ['ada@client.example'], cc: [], idempotencyKey: newKey() };
		await send('replies', reply);
		await send('replies', reply);
		await eventually(
			() => oracle.mails('ada@client.example'),
			(mails) => mails.length > 0,
			'the delivery queue sends a mail a moment later',
		);

		const kinds = ['email-conversation', 'email-reply', 'email-key'] as const;
		expect(kinds.map((kind) => oracle.effects('agent_sales', kind, before).length)).toEqual([1, 1, 2]);
		expect(oracle.mails('ada@client.example')).toHaveLength(1);
	});
});
