import { noAnswerWords } from '../../../api';
import type { HubSpotSettings } from './settings';
import { DestinationUnfitError, type Probed, type SettingProblem } from '../destination';
import { answerIn } from './answers';
import type { ContactsApi, PropertyDefinition } from './contacts-api';
import { isText, takenBy } from './property-value';

/** A property name that no account has. */
const NO_PROPERTY = 'agent_knowledge_probe_of_no_property';
const NEEDED_SCOPES = ['crm.objects.contacts.read', 'crm.objects.contacts.write'];

/** @throws DestinationUnfitError if the token lacks a scope */
export async function checkScopes(name: string, config: HubSpotSettings, api: ContactsApi): Promise<void> {
	const scopes = await askHubSpot(name, config, () => api.scopes());
	const lacking = NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
	if (lacking.length === 0) return;
	const message = `is a token without the scope ${lacking.join(' and ')}. Add the scope to the private app in HubSpot, then put the new token here`;
	throw new DestinationUnfitError(name, [{ path: 'accessToken', message }]);
}

type Types = ReadonlyMap<string, PropertyDefinition>;

/** Mapped properties that the account does not have, or that cannot do what they are for. */
export function propertyProblems(config: HubSpotSettings, types: Types): SettingProblem[] {
	const unknown = Object.keys(config.properties).filter((property) => !types.has(property));
	return [
		...unknown.map((property) => ({ path: `properties.${property}`, message: NOT_THERE })),
		...orderProblems(config, types),
		...(config.withoutEmail === 'create' ? uniqueTextProblems('leadProperty', config, types) : []),
		...uniqueTextProblems('telephoneProperty', config, types),
	];
}

const NOT_THERE =
	'is not a writable contact property of this HubSpot account. Create it there, or correct its internal name';

/** A day cannot tell which of two leads of a day is newer. */
function orderProblems({ existing, properties }: HubSpotSettings, types: Types): SettingProblem[] {
	if (existing !== 'newest') return [];
	const captured = Object.keys(properties).filter((property) => properties[property] === 'capturedAt');
	if (captured.some((property) => types.get(property)?.type !== 'date')) return [];
	return captured.map((property) => ({
		path: `properties.${property}`,
		message:
			'is a date without a time, so that "existing: newest" cannot compare two leads of one day. Map capturedAt to a property of the type datetime (date and time picker)',
	}));
}

/** HubSpot itself then refuses a second contact of the same lead or number. */
function uniqueTextProblems(path: 'leadProperty' | 'telephoneProperty', config: HubSpotSettings, types: Types) {
	const name = config[path];
	if (name === undefined) return [];
	const property = types.get(name);
	if (property === undefined) return [{ path, message: NOT_THERE }];
	// HubSpot writes numbers in its own form into properties for telephone numbers, so no look-up would find them.
	const isFormatted = path === 'telephoneProperty' && /phone/.test(`${property.type} ${property.fieldType}`);
	if (isText(property) && property.hasUniqueValue && !isFormatted) return [];
	const todo =
		'Create a property of the type single-line text whose values are unique (in HubSpot: Rules, "Require unique values"), and name it here';
	return [{ path, message: `is no text property with unique values. ${todo}` }];
}

/** What happens to values that are no plain text, and to leads without an address: a sentence each. */
export function handling(config: HubSpotSettings, types: Types): string[] {
	const { properties, withoutEmail, leadProperty, telephoneProperty } = config;
	const typed = Object.keys(properties).flatMap((name) => {
		const property = types.get(name);
		return property === undefined || isText(property)
			? []
			: [`${name} (${property.type}) takes ${takenBy(property)}; other values are skipped.`];
	});
	const becomes = {
		create: `becomes a contact with ${leadProperty ?? ''}`,
		skip: 'is skipped and counted',
		'set-aside': 'is set aside',
	};
	const alone =
		telephoneProperty === undefined
			? `A lead without an email ${becomes[withoutEmail]}.`
			: `A lead without an email belongs to the contact with its telephone number in ${telephoneProperty}. With neither, it ${becomes[withoutEmail]}.`;
	return [...typed, alone];
}

/**
 * Tries to create a contact with a property that no account has. HubSpot checks the token first and then the
 * properties. So a 400 means that the token may create contacts and that nothing was created.
 * @throws DestinationUnfitError if the token may not
 */
export async function probeHubSpot(name: string, config: HubSpotSettings, api: ContactsApi): Promise<Probed> {
	const checked = 'The scopes of the token and the properties are right.';
	const created = await askHubSpot(name, config, async () => {
		try {
			return await api.create({ [NO_PROPERTY]: 'agent-knowledge' });
		} catch (error) {
			const { status, message } = answerIn(error) ?? {};
			if (status === 400 && message?.includes(NO_PROPERTY)) return null;
			throw error;
		}
	});
	if (created === null) {
		const tried = 'HubSpot called a contact with an unknown property invalid, not forbidden';
		return { proven: true, detail: `${checked} ${tried}: the token may create contacts. Nothing was created.` };
	}
	await askHubSpot(name, config, () => api.delete(created));
	const tried = `HubSpot created a contact although one property does not exist (${created}). The worker deleted it again`;
	return { proven: true, detail: `${checked} ${tried}.` };
}

/** @throws DestinationUnfitError with what to do, if HubSpot does not answer or refuses */
export async function askHubSpot<Result>(
	name: string,
	{ baseUrl }: HubSpotSettings,
	call: () => Promise<Result>,
): Promise<Result> {
	try {
		return await call();
	} catch (error) {
		const answer = answerIn(error);
		if (answer === null) {
			const { happened, todo } = noAnswerWords(error);
			const advice = todo ?? 'Check the network between the worker and HubSpot, then repeat the check';
			const message = `leads to ${baseUrl}, which ${happened}. ${advice}`.replace(/\.$/, '');
			throw new DestinationUnfitError(name, [{ path: 'baseUrl', message }]);
		}
		const { status, message } = answer;
		const advice =
			status === 429
				? 'Repeat the check later'
				: 'Check that it is the access token of a private app that is still in use';
		throw new DestinationUnfitError(name, [
			{ path: 'accessToken', message: `was answered by HubSpot with the status ${status}: ${message}. ${advice}` },
		]);
	}
}
