import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { eventually } from '../time/eventually';
import type { findProxies } from '../../../scripts/tools/proxies/find-proxies.mjs';
import { answerOf } from './ask-proxy';

export type ProxyName = 'nginx' | 'caddy' | 'apache' | 'haproxy';

const run = promisify(execFile);

type Proxies = Awaited<ReturnType<typeof findProxies>>;

/** What a documented configuration names, and what stands there in a test. */
export interface Surroundings {
	/** Exists and is empty. */
	folder: string;
	/** host:port of the gateway. */
	gateway: string;
	/** host:port of the site that has the rest of the host. */
	site: string;
	/** host:port of the program that knows the sessions. */
	portal: string;
	certificate: string;
	key: string;
	/** Both in one file. */
	certificateWithKey: string;
	secret: string;
}

export interface RunningProxy {
	port: number;
	/** What its own check of the configuration printed. */
	checked: string;
	stop(): Promise<void>;
}

/** Checks a documented configuration by the program itself, and runs it. Only addresses and files are replaced. */
export async function runProxy(
	name: ProxyName,
	content: string,
	programs: Proxies,
	around: Surroundings,
): Promise<RunningProxy> {
	const port = await freePort();
	const { command, files, check, start } = PROGRAMS[name](filledIn(name, content, around, port), programs, around);
	for (const [file, text] of Object.entries(files)) await writeFile(join(around.folder, file), text);
	await mkdir(join(around.folder, 'logs'), { recursive: true });
	const env = { ...programs.env, PROXY_SECRET: around.secret, HOME: around.folder, XDG_DATA_HOME: around.folder };
	const { stdout, stderr } = await run(command, check, { env });
	const service = await startService({
		name,
		command,
		env,
		args: start,
		cwd: around.folder,
		logFile: join(around.folder, 'proxy.log'),
	});
	await service.whileRunning(
		'it responded',
		eventually(
			async () => (await answerOf(port, { path: '/healthz' })).status,
			(seen) => seen === 200,
			name,
		),
	);
	return { port, checked: stdout + stderr, stop: () => service.stop() };
}

/** The configuration with this test's addresses and files. */
function filledIn(name: ProxyName, content: string, around: Surroundings, port: number): string {
	const { certificate, key, certificateWithKey, gateway, site, portal, secret, folder } = around;
	const addressed = content
		.replaceAll('127.0.0.1:4020', gateway)
		.replaceAll('127.0.0.1:8080', site)
		.replaceAll('127.0.0.1:9091', portal)
		.replaceAll('the secret of gateway.proxySignIn', secret)
		.replaceAll('/etc/letsencrypt/live/tasks.example.com/fullchain.pem', certificate)
		.replaceAll('/etc/letsencrypt/live/tasks.example.com/privkey.pem', key)
		.replaceAll('/etc/haproxy/certificates/tasks.example.com.pem', certificateWithKey)
		.replaceAll('/etc/apache2/tasks.htpasswd', join(folder, 'htpasswd'));
	const files = {
		nginx: `ssl_certificate ${certificate}; ssl_certificate_key ${key};`,
		apache: `SSLEngine on\nSSLCertificateFile ${certificate}\nSSLCertificateKeyFile ${key}`,
		caddy: '',
		haproxy: '',
	};
	return addressed
		.replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
		.replace('bind :443', `bind 127.0.0.1:${port}`)
		.replace('<VirtualHost *:443>', `Listen 127.0.0.1:${port}\n<VirtualHost *:${port}>`)
		.replace(/^\s*# certificates.*: see proxies\.md$/m, files[name])
		.replace(/^tasks\.example\.com \{/m, `https://tasks.example.com:${port} {\n\ttls ${certificate} ${key}`);
}

interface Program {
	command: string;
	files: Record<string, string>;
	check: string[];
	start: string[];
}

const APACHE_MODULES = [
	...['mpm_event', 'unixd', 'authn_core', 'authz_core', 'authz_user', 'auth_basic', 'authn_file'],
	...['ssl', 'socache_shmcb', 'alias', 'proxy', 'proxy_http', 'headers'],
];

/** Compiled into the program. */
const BUILT_IN = new Set(['unixd']);

const PROGRAMS: Record<ProxyName, (content: string, programs: Proxies, around: Surroundings) => Program> = {
	nginx(content, { nginx }, { folder }) {
		const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
		const http = ['access_log off;', ...kinds.map((kind) => `${kind}_temp_path ${join(folder, kind)};`), content];
		const main = `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off; pid ${join(folder, 'pid')}; events {}\nhttp {\n${http.join('\n')}\n}\n`;
		const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
		return { command: nginx, files: { 'nginx.conf': main }, check: [...args, '-t'], start: args };
	},
	caddy(content, { caddy }, { folder }) {
		const file = join(folder, 'Caddyfile');
		const args = ['--config', file, '--adapter', 'caddyfile'];
		const files = { Caddyfile: `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${content}` };
		return { command: caddy, files, check: ['validate', ...args], start: ['run', ...args] };
	},
	apache(content, { apache2, apacheModules }, { folder }) {
		const modules = APACHE_MODULES.filter((name) => !BUILT_IN.has(name)).map(
			(name) => `LoadModule ${name}_module ${join(apacheModules, `mod_${name}.so`)}`,
		);
		const main = [
			...modules,
			...[`ServerRoot ${folder}`, 'ServerName tasks.example.com', `PidFile ${join(folder, 'pid')}`],
			...[`DefaultRuntimeDir ${folder}`, `ErrorLog ${join(folder, 'error.log')}`, 'Mutex posixsem'],
			...(process.getuid?.() === 0 ? ['User nobody', 'Group nogroup'] : []),
			content,
		].join('\n');
		const args = ['-f', join(folder, 'apache.conf')];
		return {
			command: apache2,
			files: { 'apache.conf': `${main}\n` },
			check: ['-t', ...args],
			start: ['-D', 'FOREGROUND', ...args],
		};
	},
	haproxy(content, { haproxy }, { folder }) {
		const file = join(folder, 'haproxy.cfg');
		// Without it, the program says nothing of a valid configuration.
		const check = ['-V', '-c', '-f', file];
		return { command: haproxy, files: { 'haproxy.cfg': content }, check, start: ['-db', '-f', file] };
	},
};
