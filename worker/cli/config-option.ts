import { Option } from 'commander';
import { DEFAULT_CONFIG_FILE } from '../config';

export interface ConfigOptions {
	config?: string;
}

/** --config, of the commands that read the configuration themselves. */
export function configOption(): Option {
	return new Option(
		'--config <file>',
		`the configuration (docs/worker-configuration.md); default: ${DEFAULT_CONFIG_FILE}`,
	).env('AGENT_KNOWLEDGE_CONFIG');
}
