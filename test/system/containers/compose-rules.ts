import { type ComposeFile, type ComposeService, VARIABLE } from './compose-file';

/** A name of a variable that holds a secret. */
const SECRET = /PASSWORD|PWD|SECRET|TOKEN|(^|_)KEY(_|$)/;
/** `name:1.2.3`, `name:v1.2.3-more` or `name@sha256:…`. A shorter tag moves to the next release. */
const PINNED = /(:v?\d+\.\d+\.\d+[\w.-]*|@sha256:[0-9a-f]{64})$/;
/** Their releases have two numbers. */
const PINNED_BY_TWO = /\/library\/(?:debian|postgres):\d+\.\d+(?:-[\w.-]+)?$/;
const OWN_ADDRESS = '127.0.0.1';
/** Ports that everybody may reach: those of the proxy. */
const PUBLIC_PORTS = ['80', '443'];

/**
 * Holds a compose file against the rules of this project.
 * @returns a line for each breach: the service, and what to change
 */
export function breaches(file: ComposeFile): string[] {
	return Object.entries(file.services).flatMap(([name, service]) =>
		[...ofService(service), ...ofReferences(service, file)].map((breach) => `${name}: ${breach}`),
	);
}

/** Whether an image is the same one on every day. */
export function isPinned(image: string): boolean {
	return PINNED.test(image) || PINNED_BY_TWO.test(image);
}

function ofService(service: ComposeService): string[] {
	const oneShot = service['x-one-shot'] !== undefined;
	const rules: Array<[isKept: boolean, breach: string]> = [
		[isPinned(service.image), `the image ${service.image} needs a tag with its whole version, or a digest`],
		[service.build !== undefined || oneShot || service.healthcheck !== undefined, 'it has no health check'],
		[oneShot || service.restart === 'unless-stopped', 'it must restart: unless-stopped'],
		[
			service.read_only === true || service['x-writable'] !== undefined,
			'read_only is not true, and x-writable gives no reason',
		],
		[service.cap_drop.includes('ALL'), 'it keeps capabilities: cap_drop must have ALL'],
		[service.security_opt.includes('no-new-privileges:true'), 'security_opt must have no-new-privileges:true'],
		[service.privileged !== true, 'it is privileged'],
		[service.deploy !== undefined, 'it has no limit of memory'],
		[service.volumes.every(({ source }) => !source.includes('docker.sock')), "it mounts Docker's socket"],
		[
			service.volumes.every(({ type, read_only: readOnly }) => type !== 'bind' || readOnly),
			'a file of the machine is mounted writable',
		],
	];
	return [
		...rules.flatMap(([isKept, breach]) => (isKept ? [] : [breach])),
		...Object.entries(service.environment)
			.filter(([name, value]) => SECRET.test(name) && (value ?? '').replaceAll(VARIABLE, '') !== '')
			.map(([name]) => `the variable ${name} has a value in the file; use a variable of .env`),
		...Object.entries(service.environment).flatMap(([name, value]) =>
			SECRET.test(name) && / *:-/.test(value ?? '') ? [`the secret ${name} has a default`] : [],
		),
		...service.ports.flatMap(({ host_ip: address, published = '' }) =>
			address === OWN_ADDRESS || PUBLIC_PORTS.includes(published)
				? []
				: [`port ${published} is open to everybody; publish it on ${OWN_ADDRESS}`],
		),
	];
}

/** Names that lead nowhere. The loader accepts them here, because it leaves variables as they are. */
function ofReferences(service: ComposeService, file: ComposeFile): string[] {
	const volumes = service.volumes.flatMap(({ type, source }) => (type === 'volume' ? [source] : []));
	return [
		...Object.keys(service.depends_on).flatMap((each) =>
			each in file.services ? [] : [`depends on ${each}, which is no service`],
		),
		...Object.entries(service.depends_on).flatMap(([each, { condition }]) => {
			const other = file.services[each];
			const isChecked = other?.healthcheck !== undefined || other?.build !== undefined;
			return condition === 'service_healthy' && other !== undefined && !isChecked
				? [`waits for the health of ${each}, which has no health check`]
				: [];
		}),
		...Object.keys(service.networks).flatMap((each) =>
			each in file.networks ? [] : [`the network ${each} is missing`],
		),
		...volumes.flatMap((each) => (each in file.volumes ? [] : [`the volume ${each} is missing`])),
	];
}

/** Every variable of the file's text, with its way: `?` required, `-` with a default. */
export function variablesIn(text: string): Array<{ name: string; way: string | undefined }> {
	return [...text.matchAll(VARIABLE)].map(({ groups }) => ({ name: groups?.['name'] ?? '', way: groups?.['way'] }));
}
