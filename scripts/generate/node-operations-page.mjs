// @ts-check
import { plainText } from '../markdown.mjs';

/**
 * The page docs/node-operations.md.
 * @param {import('./load-contract.mjs').Contract} contract
 * @param {readonly import('../../nodes/AgentKnowledge/actions/operation.js').NodeResource[]} resources
 */
export function nodeOperationsPage({ operations }, resources) {
	const count = resources.reduce((sum, { operations: own }) => sum + own.length, 0);
	return [
		"<!-- Generated from the node's registry by `npm run generate`; do not edit. -->",
		'',
		'# Operations of the Agent Knowledge node',
		'',
		`For flow builders: this page lists the ${count} operations of the Agent Knowledge node, with their fields and scopes.`,
		'',
		'For example, _Agent: Send Message_ needs an API key with the scope `write:chat` and the fields Agent and Message.',
		'',
		'- **Fields:** a star marks a required field. Fields in braces are optional and belong to one collection.',
		'- **Scopes:** the scopes that the API key needs. If the first scope is a write scope, the others are optional. The node',
		'  uses them only to check for an earlier effect before it sends a request again.',
		'',
		...[...resources].sort(byName).flatMap((resource) => [`## ${resource.name}`, '', ...table(resource), '']),
	].join('\n');

	/** @param {import('../../nodes/AgentKnowledge/actions/operation.js').NodeResource} resource */
	function table({ operations: own }) {
		const rows = [...own].sort(byName).map(({ name, description, properties, endpoints }) => {
			const scopes = [...new Set(endpoints.map((id) => operations[id].scope ?? 'none'))];
			const cells = [
				name,
				plainText(description),
				fieldsInWords(properties),
				scopes.map((scope) => `\`${scope}\``).join(', '),
			];
			return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
		});
		return ['| Operation | What it does | Fields | Scopes |', '| --- | --- | --- | --- |', ...rows];
	}
}

/** @param {readonly import('n8n-workflow').INodeProperties[]} properties */
function fieldsInWords(properties) {
	const fields = properties.filter(({ type, displayOptions }) => type !== 'notice' && !isForToolsOnly(displayOptions));
	const words = fields.map(({ displayName, required, type, options = [] }) => {
		if (type === 'collection') return `{${options.map((field) => nameOf(field)).join(', ')}}`;
		return required ? `${displayName}\\*` : displayName;
	});
	return words.join(', ') || 'none';
}

/** @param {import('n8n-workflow').INodeProperties['displayOptions']} displayOptions */
function isForToolsOnly(displayOptions) {
	return displayOptions?.show?.['@tool'] !== undefined;
}

/** @param {{ displayName?: string, name: string }} field */
function nameOf({ displayName, name }) {
	return displayName ?? name;
}

/**
 * @param {{ name: string }} one
 * @param {{ name: string }} other
 */
function byName(one, other) {
	return one.name.localeCompare(other.name);
}
