import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '.';
import { ENVIRONMENT_OVERRIDES } from './environment';

const documentation = readFileSync(join(__dirname, '../../docs/worker-configuration.md'), 'utf8');

test.each(ENVIRONMENT_OVERRIDES)('$variable is documented beside its setting', ({ variable, path }) => {
	const row = documentation.split('\n').find((line) => line.startsWith(`| \`${path.join('.')}`));
	expect(row).toContain(`\`${variable}\``);
});

test('the example is a valid configuration once its variables are set', () => {
	const config = loadConfig({
		path: join(__dirname, '../agent-knowledge.example.yaml'),
		env: {
			AGENT_KNOWLEDGE_N8N_TOKEN: randomBytes(24).toString('hex'),
			AGENT_KNOWLEDGE_API_KEY: 'a-key',
			AGENT_KNOWLEDGE_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
		},
	});
	expect(config.connections.main?.apiKey).toBe('a-key');
});
