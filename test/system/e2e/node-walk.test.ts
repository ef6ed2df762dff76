import { useBrowser } from '../../support/browser/use-browser';
import { walk } from '../../support/browser/walk';
import { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import { useRealN8n } from '../../support/stack/use-real-n8n';
import { NodeWalk } from './node-walk-steps';

const running = useRealN8n();
const browser = useBrowser();

const LEADS = [
	{ name: 'First Visitor', email: 'first@visitor.example', city: 'Bergen', country: 'Norway' },
	{ name: 'Second Visitor', email: 'second@visitor.example', city: 'Porto', country: 'Portugal' },
	{ name: 'Third Visitor', email: 'third@visitor.example', city: 'Turin', country: 'Italy' },
];

it('a builder finds the node by the word chatbot, drags it in, picks an agent, and sees its leads', async () => {
	const { n8n, stack } = running();
	const admin = new SandboxAdmin(stack.sandbox);
	for (const lead of LEADS) await admin.captureLead('agent_support', lead);
	const id = await n8n.importFlow('test/system/e2e/flows/node-walk.json');

	await walk(browser(), n8n, 'node-walk', async (editor) => {
		const builder = new NodeWalk(editor);
		await editor.open(id);
		expect((await builder.search('chatbot'))[0]).toBe('Agent Knowledge');
		await builder.picture('node-search.png');

		await builder.openActions('Agent Knowledge');
		await builder.dragOntoCanvas('Get many leads');
		await builder.connect('Start', 'Get many leads');
		await editor.tidy();
		await builder.picture('node-on-canvas.png');

		await editor.openNode('Get many leads');
		expect(await editor.listOf('agentId')).toEqual(['Sales', 'Support']);
		await builder.picture('node-agent-list.png');
		await builder.chooseAgent('Support');

		const output = await builder.runToOutput();
		for (const { name, email } of LEADS) expect(output).toContain(`${name}\t${email}`);
		await builder.picture('node-output.png');

		await builder.typeAgent('agent_gone');
		const { message, description } = await builder.runToError();
		expect(message).toBe('Not found: agent "agent_gone"');
		expect(description).toContain('The agent no longer exists, or the API key is restricted to other agents.');
		await builder.picture('node-error.png');
	});
});
