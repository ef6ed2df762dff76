import type { HubSpotConfig } from '../../config';
import { DestinationUnfitError, type Probed, type SettingProblem } from '../destination';
import { answerIn, type ContactsApi } from './contacts-api';

/** A property name that no account has. */
const NO_PROPERTY = 'agent_knowledge_probe_of_no_property';
const NEEDED_SCOPES = ['crm.objects.contacts.read', 'crm.objects.contacts.write'];

/** @throws DestinationUnfitError if the token lacks a scope or a property is missing */
export async function checkHubSpot(name: string, config: HubSpotConfig, api: ContactsApi): Promise<void> {
	const scopes = await ask(name, config, () => api.scopes());
	const lacking = NEEDED_SCOPES.filter((scope) => !scopes.includes(scope));
	if (lacking.length > 0) {
		const message = `is a token without the scope ${lacking.join(' and ')}. Add the scope to the private app in HubSpot, then put the new token here`;
		throw new DestinationUnfitError(name, [{ path: 'accessToken', message }]);
	}
	const problems = await propertyProblems(name, config, api);
	if (problems.length > 0) throw new DestinationUnfitError(name, problems);
}

/** Mapped properties that the account does not have. @throws DestinationUnfitError if HubSpot does not say */
export async function propertyProblems(
	name: string,
	config: HubSpotConfig,
	api: ContactsApi,
): Promise<SettingProblem[]> {
	const writable = await ask(name, config, () => api.writableProperties());
	const unknown = Object.keys(config.properties).filter((property) => !writable.has(property));
	return unknown.map((property) => ({
		path: `properties.${property}`,
		message:
			'is not a writable contact property of this HubSpot account. Create it there, or correct its internal name',
	}));
}

/**
 * Tries to create a contact with a property that no account has. HubSpot checks the token first and then the
 * properties. So a 400 means that the token may create contacts and that nothing was created.
 * @throws DestinationUnfitError if the token may not
 */
export async function probeHubSpot(name: string, config: HubSpotConfig, api: ContactsApi): Promise<Probed> {
	const checked = 'The scopes of the token and the properties are right.';
	const created = await ask(name, config, async () => {
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
	await ask(name, config, () => api.delete(created));
	const tried = `HubSpot created a contact although one property does not exist (${created}). The worker deleted it again`;
	return { proven: true, detail: `${checked} ${tried}.` };
}

async function ask<Result>(name: string, { baseUrl }: HubSpotConfig, call: () => Promise<Result>): Promise<Result> {
	try {
		return await call();
	} catch (error) {
		const answer = answerIn(error);
		if (answer === null) {
			const message = `leads to ${baseUrl}, which does not answer. Check the network between the worker and HubSpot, then repeat the check`;
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
