import type { INodeProperties } from 'n8n-workflow';

/** Parts of a request. A path may begin with one. */
const PARTS = ['body', 'query', 'params', 'path', 'headers'];
/** In paths of the API `id` is a conversation or an agent. */
const SUBJECT = { name: 'id', fields: ['conversationId', 'agentId'] };

/**
 * What the editor calls the field that the service names. The service may write `settings.name`, `to.0`, `/to/0` or
 * `query.limit`. A field that the node does not have is named in words.
 */
export function fieldLabel(path: string, properties: readonly INodeProperties[]): string {
	const steps = path.split(/[./[\]#$"']+/).filter((step) => step !== '');
	const names = steps.filter((step) => !/^\d+$/.test(step));
	if (names.length > 1 && PARTS.includes(names[0] ?? '')) names.shift();
	const last = names.at(-1);
	if (last === undefined) return '';
	const label = labelOf(names, labelsOf(properties)) ?? sentenceCase(wordsOf(last));
	const index = /^\d+$/.exec(steps.at(-1) ?? '')?.[0];
	return index === undefined ? label : `${label} (entry ${Number(index) + 1})`;
}

interface Label {
	name: string;
	label: string;
}

/** Of all fields, including those inside collections. */
function labelsOf(properties: readonly INodeProperties[]): Label[] {
	return properties.flatMap(({ name, displayName, options = [] }) => {
		const inside = options.flatMap((option) => {
			if ('values' in option) return labelsOf(option.values);
			return 'displayName' in option ? labelsOf([option]) : [];
		});
		return [{ name, label: displayName }, ...inside];
	});
}

/**
 * The label of the innermost name that belongs to a field. A name in the form of a label also counts, as `limit` does.
 */
function labelOf(names: readonly string[], labels: readonly Label[]): string | undefined {
	for (const name of [...names].reverse()) {
		const wanted = name === SUBJECT.name ? SUBJECT.fields : [name];
		const found =
			labels.find((one) => wanted.includes(one.name)) ??
			labels.find(({ label }) => label.toLowerCase() === wordsOf(name));
		if (found !== undefined) return found.label;
	}
	return undefined;
}

/** `clientMessageId` and `client_message_id` as `client message id`. */
function wordsOf(name: string): string {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/[_-]+/g, ' ')
		.trim()
		.toLowerCase();
}

function sentenceCase(words: string): string {
	return words.charAt(0).toUpperCase() + words.slice(1);
}
