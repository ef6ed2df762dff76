import { z } from 'zod';
import type { FieldForm } from '../../workflows/task/field-form';
import type { WatchDelivery } from '../net/watch-delivery';
import type { Destination } from './destination';

/** What every destination gets from its process. */
export interface Surroundings {
	/** Wraps each request to a receiver, for traces. */
	watch: WatchDelivery;
}

/** Of a destination that people created at the gateway. */
export interface StoredSurroundings extends Surroundings {
	/** Hosts that the operator allows; see events.webhookHosts. */
	webhookHosts: readonly string[];
}

/** What the gateway keeps for such a destination, beside its settings. */
export interface Secrets {
	/** Made by the gateway. Signs what is sent. */
	secret: string;
	/** The secret before a rotation. It signs too until then, ISO 8601 UTC. */
	previous: { secret: string; until: string } | null;
}

/** The settings of an editable destination. */
type Shape = z.core.$ZodShape;
type SettingsSchema = z.ZodObject<{ type: z.ZodLiteral<string> }>;

interface KindOptions<Schema extends SettingsSchema> {
	/** Its name for people: `HubSpot`. */
	title: string;
	/** Its settings below `destinations.<name>` of the configuration. */
	settings: Schema;
	open(name: string, settings: z.output<Schema>, surroundings: Surroundings): Destination;
	/** Settings that contain a secret, such as an address with a password. In the chart they must name a variable. */
	secrets: ReadonlyArray<keyof z.output<Schema> & string>;
	/**
	 * The address that it calls by HTTP, where a proxy of the environment applies. Null: it speaks another protocol. The
	 * operator names its host in the configuration file, and nothing checks the host.
	 */
	httpAddress: ((settings: z.output<Schema>) => string) | null;
	/** Default: only the configuration file can name one. */
	editable?: EditableKind;
}

/** A kind of destination: all that the rest of the worker knows of it. `kinds.ts` lists them. */
export interface DestinationKind<Schema extends SettingsSchema = SettingsSchema> {
	readonly type: Schema['shape']['type']['value'];
	readonly title: string;
	readonly settings: Schema;
	/** @param settings as its schema returns them */
	open(name: string, settings: unknown, surroundings: Surroundings): Destination;
	readonly secrets: readonly string[];
	/** @param settings as its schema returns them */
	readonly httpAddress: ((settings: unknown) => string) | null;
	readonly editable: EditableKind | null;
}

/** Settings that were checked once pass through their schema again, which gives them their type. */
export function destinationKind<Schema extends SettingsSchema>(options: KindOptions<Schema>): DestinationKind<Schema> {
	const { title, settings, secrets, httpAddress, editable = null } = options;
	return {
		type: settings.shape.type.value,
		title,
		settings,
		secrets,
		editable,
		open: (name, given, surroundings) => options.open(name, settings.parse(given), surroundings),
		httpAddress: httpAddress && ((given) => httpAddress(settings.parse(given))),
	};
}

interface EditableOptions<Schema extends z.ZodObject<Shape>> {
	/**
	 * What people set beside the name. Each setting checks itself, and its metadata says how forms and the command line
	 * show it (`inForm`). Only a new destination gets the defaults.
	 */
	settings: Schema;
	/** The same in responses. */
	shown: z.ZodObject<Shape>;
	open(name: string, settings: z.output<Schema>, secrets: Secrets, surroundings: StoredSurroundings): Destination;
}

/** What people create and change at the gateway while everything runs. It signs with a secret of the gateway's. */
export interface EditableKind {
	readonly settings: z.ZodObject<Shape>;
	readonly shown: z.ZodObject<Shape>;
	/** Settings with an address that the operator must allow, and that can hold a secret. */
	readonly receivers: readonly string[];
	/** @param settings as its schema returns them */
	open(name: string, settings: unknown, secrets: Secrets, surroundings: StoredSurroundings): Destination;
}

export function editableKind<Schema extends z.ZodObject<Shape>>(options: EditableOptions<Schema>): EditableKind {
	const { settings, shown } = options;
	const receivers = Object.entries(settings.shape)
		.filter(([name, setting]) => formOf(name, setting).form.isReceiver === true)
		.map(([name]) => name);
	return {
		settings,
		shown,
		receivers,
		open: (name, given, ...others) => options.open(name, settings.parse(given), ...others),
	};
}

/** The words of a setting, and how forms and the command line show it. */
export function formOf(name: string, setting: z.core.$ZodType) {
	const {
		title = name,
		description = title,
		'x-form': form = {},
	} = z.toJSONSchema(setting, { io: 'input' }) as { title?: string; description?: string; 'x-form'?: FieldForm };
	return { title, description, form };
}
