import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';

const text = (file: string) => readFile(join(workspaceRoot, 'deploy', file), 'utf8');

const tokenSchema = z.looseObject({ name: z.string(), roles: z.array(z.string()).optional() });
const withTokens = z.looseObject({ gateway: z.looseObject({ tokens: z.array(tokenSchema) }) });
const valuesSchema = z.union([withTokens, z.looseObject({ config: withTokens }).transform(({ config }) => config)]);

test.each([
	'agent-knowledge.yaml',
	'systemd/agent-knowledge.yaml',
	'helm/agent-knowledge/values.yaml',
	'helm/agent-knowledge/examples/production.yaml',
])('%s lets n8n start tasks, and decide nothing', async (file) => {
	const { gateway } = valuesSchema.parse(parse(await text(file)));
	const n8n = gateway.tokens.filter(({ name }) => name.startsWith('n8n'));
	// Without roles of its own, a token may decide.
	expect(n8n.map(({ roles }) => roles)).toEqual([['read', 'start']]);
});

test('the production template names who reaches the gateways', async () => {
	const { services } = z
		.looseObject({ services: z.record(z.string(), z.looseObject({ networks: z.array(z.string()) })) })
		.parse(parse(await text('compose.production.yaml'), { merge: true }));
	const gateway = new Set(services['gateway']?.networks);
	const comment = /gateway:\n((?: +#.*\n)+)/.exec(await text('agent-knowledge.production.yaml'))?.[1] ?? '';
	for (const network of gateway) expect(comment).toContain(`"${network}"`);
	const trusted = Object.keys(services).filter((name) => services[name]?.networks.includes('front'));
	for (const name of trusted.filter((each) => each !== 'gateway')) expect(comment).toContain(name);
	expect(comment).not.toMatch(/nothing else/i);
});
