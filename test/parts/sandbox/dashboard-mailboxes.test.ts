import { z } from 'zod';
import { mailboxListSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.running.close());

/** Sends a form as the dashboard's own page does. */
async function send(path: string, fields: Record<string, string>) {
	const { origin } = new URL(sandbox.running.apiUrl);
	const body = new URLSearchParams(fields);
	const response = await fetch(`${origin}${path}`, { method: 'POST', headers: { origin }, body, redirect: 'manual' });
	return { status: response.status, page: await response.text() };
}
const create = (fields: Record<string, string>) =>
	send('/dashboard/mailboxes', { agent: 'agent_sales', address: 'sales@shop.example', name: 'Sales', ...fields });
async function mailboxes() {
	const { body } = await sandbox.call('GET', '/agents/agent_sales/email');
	const shape = z.object({ id: z.string(), address: z.string(), status: z.string(), isDefault: z.boolean() });
	return z.array(shape).parse(mailboxListSchema.parse(body).mailboxes);
}

it.each([
	['an address that is none', { address: 'sales' }, 400, 'id="wrong-address">is not an email address<'],
	['no address', { address: ' ' }, 400, 'id="wrong-address"'],
	['no name', { name: '' }, 400, 'id="wrong-name"'],
])('says at the field what is wrong with %s, and keeps what was typed', async (_what, fields, status, told) => {
	const answer = await create({ isDefault: 'yes', ...fields });
	expect(answer.status).toBe(status);
	expect(answer.page).toContain(told);
	expect(answer.page).toContain('aria-invalid="true"');
	expect(answer.page).toMatch(/value="yes"\s+checked/);
	expect(answer.page).toContain('<option value="agent_sales" selected>');
	expect(await mailboxes()).toEqual([]);
});

it('creates mailboxes, makes one the default sender, and activates it', async () => {
	expect((await create({})).status).toBe(303);
	expect((await create({ address: 'offers@shop.example', isDefault: 'yes' })).status).toBe(303);
	const [first, second] = await mailboxes();
	expect([first, second]).toMatchObject([
		{ address: 'sales@shop.example', status: 'pending', isDefault: false },
		{ address: 'offers@shop.example', status: 'pending', isDefault: true },
	]);
	expect((await send(`/dashboard/mailboxes/${second?.id}/activate`, {})).status).toBe(303);
	expect(await mailboxes()).toMatchObject([{ status: 'pending' }, { status: 'active' }]);
});

it('says at the field that an address is taken', async () => {
	const { status, page } = await create({ address: 'OFFERS@shop.example' });
	expect(status).toBe(409);
	expect(page).toContain('id="wrong-address">already has a mailbox<');
	expect(page).toContain('value="OFFERS@shop.example"');
});

it('says that the plan holds no more mailboxes', async () => {
	await sandbox.admin('PATCH', '/account', { plan: 'free' });
	const { status, page } = await create({ address: 'more@shop.example' });
	expect(status).toBe(409);
	expect(page).toContain('The plan holds at most 1 mailboxes.');
	expect(await mailboxes()).toHaveLength(2);
});

it.each(['/dashboard/mailboxes/mbx_none/activate', '/dashboard/mailboxes'])(
	'%s refuses what it does not know',
	async (path) => {
		const { status } = await send(path, { agent: 'agent_none', address: 'a@shop.example', name: 'A' });
		expect(status).toBe(404);
	},
);
