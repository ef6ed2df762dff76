import { EMAIL as email } from '../../support/task-nodes/email';
import { run } from '../../support/task-nodes/engine';
import { type TestFlow, flowOf } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';

const gateway = useTaskGateway();

const runWith = (parameters: TestFlow['parameters']) =>
	run(flowOf({ items: [{}], parameters: { ...email, ...parameters } }), gateway.credential);

describe('an email whose review no one would learn of', () => {
	it.each([true, false])('is refused before the start (Wait for the End: %s)', async (waitForEnd) => {
		const { error } = await runWith({ reviewers: '', waitForEnd });
		expect(error?.message).toBe('No one would learn of this review');
		const words = /^Reviewers is empty.*Start Without Notification.*Nothing was started/s;
		expect(error).toMatchObject({ description: expect.stringMatching(words) as string });
		expect(await gateway.tasks()).toEqual([]);
	});

	it('is started when nobody needs to be', async () => {
		const { waiting } = await runWith({ reviewers: '', options: { nobodyNotified: true } });
		expect(waiting).toBe(true);
	});
});

it('leads to the review while it waits', async () => {
	const { data } = await runWith({});
	const [task] = await gateway.tasks();
	const name = encodeURIComponent(task?.id ?? '');
	const links = { page: `${gateway.url}/tasks#task=${name}`, review: `${gateway.url}/tasks#review=${name}` };
	const [waiting] = data.resultData.runData['Task'] ?? [];
	expect(waiting?.data?.['main']?.[0]?.[0]?.json).toMatchObject({ id: task?.id, ...links });
	expect(waiting?.metadata).toMatchObject({ resumeUrl: links.review });
});

it('leads to all that waits for a person if there are several emails', async () => {
	const { data } = await run(flowOf({ items: [{}, {}], parameters: email }), gateway.credential);
	expect(data.resultData.runData['Task']?.[0]?.metadata).toMatchObject({ resumeUrl: `${gateway.url}/#waiting` });
});

it('takes durations with their units', async () => {
	const deadline = { duration: { amount: 2, unit: 'days' } };
	const remindAfter = { duration: { amount: 1.5, unit: 'hours' } };
	await runWith({ options: { deadline, remindAfter, cc: 'bob@client.example', mailboxId: 'mailbox_1' } });
	const times = { deadlineSeconds: 172_800, remindAfterSeconds: 5_400, followSeconds: 259_200 };
	expect(gateway.inputs).toMatchObject([{ ...times, cc: ['bob@client.example'], mailboxId: 'mailbox_1' }]);
});

it('lets the agent write the text', async () => {
	await runWith({ textFrom: 'prompt', prompt: 'Say hello.' });
	expect(gateway.inputs).toMatchObject([{ prompt: 'Say hello.' }]);
	expect(gateway.inputs[0]).not.toHaveProperty('content');
});

it.each([
	[{ to: 'ada@client.example, bob@' }, 'To: "bob@" is not an email address'],
	[{ reviewers: 'nobody' }, 'Reviewers: "nobody" is not an email address'],
	[{ options: { sessionId: 'x' } }, 'Conversation ID: "x" must have the form email:<conversation id>'],
	[{ options: { mailboxId: 'other' } }, 'Mailbox Name or ID: "other" is not a mailbox of the agent'],
	[{ content: '={{ "" }}' }, 'The field "Text" is empty'],
	[{ options: { deadline: { duration: { amount: 1, unit: 'seconds' } } } }, 'Review Deadline: "1" must be at least 60'],
])('says of %j what is wrong, once and on its label', async (wrong, message) => {
	const { error } = await runWith({ waitForEnd: false, ...wrong });
	expect(error?.message).toContain(message);
	const description = error !== undefined && 'description' in error ? String(error.description) : '';
	expect(description).not.toContain(message);
	expect(description).not.toMatch(/to\.1|reviewers\.0|sessionId|deadlineSeconds/);
	expect(await gateway.tasks()).toEqual([]);
});
