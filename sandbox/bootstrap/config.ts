import { z } from 'zod';
import { kubernetesVariableProblem, smtpAddressProblem } from '../../api';
import type { LanguageModel } from '../chat/reply-writer';
import { DEFAULT_SETTINGS, settingsSchema, type SettingsValues } from '../runtime/settings';

const portSchema = z
	.string()
	.check(({ value, issues }) => {
		const message = kubernetesVariableProblem(value);
		if (message !== null) issues.push({ code: 'custom', input: value, message });
	})
	.transform(Number)
	.pipe(z.number().int().min(0).max(65_535));

const API_PORT = 4010;
/** If the API does not use the default port, the mail server takes any free port. */
const SMTP_PORT = 4013;

const hostListSchema = z
	.string()
	.transform((text) => text.split(',').flatMap((entry) => entry.trim().toLowerCase() || []))
	.pipe(z.array(z.string().regex(/^(\[[0-9a-f:.]+\]|[^:/\s]+):\d+$/, 'must be host:port, for example 127.0.0.1:8080')));

const environmentSchema = z.object({
	SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
	SANDBOX_PORT: portSchema.default(API_PORT),
	SANDBOX_SITE_PORT: portSchema.default(4011),
	SANDBOX_ADMIN_PORT: portSchema.default(4012),
	SANDBOX_SMTP_PORT: portSchema.optional(),
	SANDBOX_SMTP_URL: z
		.string()
		.trim()
		.check(({ value, issues }) => {
			const message = smtpAddressProblem(value);
			if (message !== null) issues.push({ code: 'custom', input: undefined, message });
		})
		.optional(),
	SANDBOX_ADMIN_TOKEN: z.string().trim().min(8, 'must have at least 8 characters').optional(),
	SANDBOX_DATA_DIR: z.string().min(1).default('.agent-knowledge/sandbox'),
	SANDBOX_CLOCK_FACTOR: settingsSchema.shape.clockFactor.default(DEFAULT_SETTINGS.clockFactor),
	SANDBOX_RATE_LIMIT: settingsSchema.shape.rateLimit.default(DEFAULT_SETTINGS.rateLimit),
	SANDBOX_TRAINING_DATA_BYTES: settingsSchema.shape.trainingDataBytes.default(DEFAULT_SETTINGS.trainingDataBytes),
	SANDBOX_PAGES_PER_RETRAIN: settingsSchema.shape.pagesPerRetrain.default(DEFAULT_SETTINGS.pagesPerRetrain),
	SANDBOX_PAGE_SIZE: settingsSchema.shape.pageSize.default(DEFAULT_SETTINGS.pageSize),
	SANDBOX_DELETE_BODY: settingsSchema.shape.deleteBody.default(DEFAULT_SETTINGS.deleteBody),
	SANDBOX_RETRAIN_BODY: settingsSchema.shape.retrainBody.default(DEFAULT_SETTINGS.retrainBody),
	SANDBOX_NO_RUN: settingsSchema.shape.noRun.default(DEFAULT_SETTINGS.noRun),
	SANDBOX_ENDED_RUN: settingsSchema.shape.endedRun.default(DEFAULT_SETTINGS.endedRun),
	SANDBOX_RATE_LIMIT_RESET: settingsSchema.shape.rateLimitReset.default(DEFAULT_SETTINGS.rateLimitReset),
	SANDBOX_ERROR_DETAILS: settingsSchema.shape.errorDetails.default(DEFAULT_SETTINGS.errorDetails),
	SANDBOX_LOST_RESPONSES: settingsSchema.shape.lostResponses.default(DEFAULT_SETTINGS.lostResponses),
	SANDBOX_CRAWL_LOCAL_HOSTS: hostListSchema.default([]),
	SANDBOX_DEMO_DATA: z.enum(['true', 'false']).default('false'),
	SANDBOX_SIMULATE_VISITORS: z.enum(['true', 'false']).default('false'),
	SANDBOX_SEED_KEY: z.string().trim().min(8, 'must have at least 8 characters').optional(),
	SANDBOX_LLM_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
	SANDBOX_LLM_API_KEY: z.string().trim().min(1).optional(),
	SANDBOX_LLM_MODEL: z.string().min(1).optional(),
	LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
});

export interface SandboxConfig extends SettingsValues {
	/** The address all servers listen on. */
	host: string;
	/** 0 takes any free port. */
	port: number;
	sitePort: number;
	adminPort: number;
	/** Port of the sandbox's own mail server. */
	smtpPort: number;
	/** The mail server for outgoing mail, as smtp://user:password@host:port. Default: the sandbox's own. */
	smtpUrl?: URL;
	/** Default: created once and kept in the data folder. */
	adminToken?: string;
	dataDir: string;
	/** Local hosts that the crawler may read, as host:port. It may always read the sandbox's own website. */
	crawlLocalHosts: string[];
	/** Whether a new data folder gets the leads, conversations, Q&A pairs, confirmations and mailboxes of a small shop. */
	demoData: boolean;
	/** Whether imagined visitors come. The switch on the dashboard or at the admin API, once used, decides instead. */
	simulateVisitors: boolean;
	/** Default: created once and kept in the data folder. */
	seedKey?: string;
	/** Writes chat replies from the passages of the search. Default: the passages are the reply. */
	languageModel?: LanguageModel;
	logLevel: z.infer<typeof environmentSchema>['LOG_LEVEL'];
}

/** Thrown when the environment is invalid. The message lists every problem, one per line. */
export class ConfigError extends Error {
	override name = 'ConfigError';
}

/** Reads the sandbox's settings from the environment. An empty variable counts as missing. */
export function readConfig(environment: NodeJS.ProcessEnv): SandboxConfig {
	const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
	const parsed = environmentSchema.safeParse(given);
	if (!parsed.success) {
		const problems = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
		throw new ConfigError(['The sandbox cannot start with these settings:', ...problems].join('\n'));
	}
	const env = parsed.data;
	return {
		host: env.SANDBOX_HOST,
		port: env.SANDBOX_PORT,
		sitePort: env.SANDBOX_SITE_PORT,
		adminPort: env.SANDBOX_ADMIN_PORT,
		smtpPort: env.SANDBOX_SMTP_PORT ?? (env.SANDBOX_PORT === API_PORT ? SMTP_PORT : 0),
		smtpUrl: env.SANDBOX_SMTP_URL === undefined ? undefined : new URL(env.SANDBOX_SMTP_URL),
		adminToken: env.SANDBOX_ADMIN_TOKEN,
		dataDir: env.SANDBOX_DATA_DIR,
		clockFactor: env.SANDBOX_CLOCK_FACTOR,
		rateLimit: env.SANDBOX_RATE_LIMIT,
		trainingDataBytes: env.SANDBOX_TRAINING_DATA_BYTES,
		pagesPerRetrain: env.SANDBOX_PAGES_PER_RETRAIN,
		pageSize: env.SANDBOX_PAGE_SIZE,
		deleteBody: env.SANDBOX_DELETE_BODY,
		retrainBody: env.SANDBOX_RETRAIN_BODY,
		noRun: env.SANDBOX_NO_RUN,
		endedRun: env.SANDBOX_ENDED_RUN,
		rateLimitReset: env.SANDBOX_RATE_LIMIT_RESET,
		errorDetails: env.SANDBOX_ERROR_DETAILS,
		lostResponses: env.SANDBOX_LOST_RESPONSES,
		crawlLocalHosts: env.SANDBOX_CRAWL_LOCAL_HOSTS,
		demoData: env.SANDBOX_DEMO_DATA === 'true',
		simulateVisitors: env.SANDBOX_SIMULATE_VISITORS === 'true',
		seedKey: env.SANDBOX_SEED_KEY,
		languageModel: languageModelOf(env),
		logLevel: env.LOG_LEVEL,
	};
}

type Environment = z.infer<typeof environmentSchema>;

/** @throws ConfigError if only one of address and model is set */
function languageModelOf({
	SANDBOX_LLM_BASE_URL: baseUrl,
	SANDBOX_LLM_API_KEY: apiKey,
	SANDBOX_LLM_MODEL: model,
}: Environment) {
	if (baseUrl !== undefined && model !== undefined) return { baseUrl, apiKey, model };
	if (baseUrl === undefined && model === undefined && apiKey === undefined) return undefined;
	throw new ConfigError(
		'The sandbox cannot start with these settings:\n  SANDBOX_LLM_BASE_URL and SANDBOX_LLM_MODEL must be given together',
	);
}
