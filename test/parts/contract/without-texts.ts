/** What JSON holds: what is compared has no functions and no undefined values. */
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Keys of n8n's descriptions whose values people read. A flow or a program depends on none of them. */
const TEXTS_OF_NODES = new Set([
	...['displayName', 'description', 'hint', 'placeholder', 'action', 'subtitle', 'notice', 'errorMessage'],
	...['multipleValueButtonText', 'addOptionalFieldButtonText', 'eventTriggerDescription', 'activationMessage'],
	...['message', 'waitingNodeTooltip', 'codex', 'hints', 'triggerPanel', 'documentationUrl'],
]);

/** Keys of n8n's descriptions whose values are maps by the names of parameters. */
const MAPS_OF_PARAMETERS = new Set(['show', 'hide', 'default']);

/** Keys of OpenAPI whose values people read. */
const TEXTS_OF_OPENAPI = new Set([
	...['summary', 'description', 'title', 'example', 'examples', 'externalDocs', 'x-form'],
]);

/** Keys of OpenAPI whose values are maps, so that the keys in them are names and no keywords. */
const MAPS_OF_NAMES = new Set(['properties', 'patternProperties', '$defs', 'schemas', 'paths', 'responses', 'headers']);

/** @returns a node's or a credential's description without its texts, and with its keys in order */
export function nodeShape(description: unknown): Json {
	return reduced(description, (object, parent) =>
		Object.entries(object).filter(
			([key]) => MAPS_OF_PARAMETERS.has(parent) || (!TEXTS_OF_NODES.has(key) && !(key === 'name' && isChoice(object))),
		),
	);
}

/** @returns an OpenAPI document without its texts, and with its keys in order */
export function openApiShape(document: unknown): Json {
	return reduced(document, (object, parent) =>
		Object.entries(object)
			.filter(([key]) => MAPS_OF_NAMES.has(parent) || !TEXTS_OF_OPENAPI.has(key))
			.map(([key, value]) => [key, key === 'required' && Array.isArray(value) ? value.toSorted() : value]),
	);
}

/** A choice of a list of options: its name is shown, its value is stored in the flow. */
function isChoice(object: Record<string, unknown>): boolean {
	return 'value' in object && !('type' in object);
}

type Kept = (object: Record<string, Json>, parent: string) => [key: string, value: Json][];

function reduced(value: unknown, keptOf: Kept): Json {
	const visit = (each: Json, parent: string): Json => {
		if (Array.isArray(each)) return each.map((inner) => visit(inner, ''));
		if (typeof each !== 'object' || each === null) return each;
		const kept = keptOf(each, parent).sort(([a], [b]) => (a < b ? -1 : 1));
		// Inside a map of names stand schemas, whatever their names are.
		return Object.fromEntries(kept.map(([key, inner]) => [key, visit(inner, MAPS_OF_NAMES.has(parent) ? '' : key)]));
	};
	return visit(JSON.parse(JSON.stringify(value)) as Json, '');
}
