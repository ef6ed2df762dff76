import { EventEmitter } from 'node:events';

export interface SettingsValues {
	clockFactor: number;
	/** Requests per minute and key. */
	rateLimit: number | 'none';
	/** Training data an account may hold, in bytes. */
	trainingDataBytes: number;
}

/**
 * What may be changed while the sandbox runs. Changes last until it stops: at the next start the environment decides again.
 */
export class Settings {
	private readonly changes = new EventEmitter();
	private values: SettingsValues;

	constructor(initial: SettingsValues) {
		this.values = initial;
		// Every pause of every training run listens.
		this.changes.setMaxListeners(0);
	}

	get current(): Readonly<SettingsValues> {
		return this.values;
	}

	change(values: Partial<SettingsValues>): void {
		this.values = { ...this.values, ...values };
		this.changes.emit('change');
	}

	/** Calls back at every change, until the returned function is called. */
	onChange(listener: () => void): () => void {
		this.changes.on('change', listener);
		return () => this.changes.off('change', listener);
	}
}
