import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
	IRequestOptionsSimplified,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';
import type { SourcePackageLoader } from './source-package-loader';

/** Gives nodes their credentials, and applies the credential's own function `authenticate` to each request. */
export class TestCredentialsHelper extends ICredentialsHelper {
	/** @param onRequest is shown every request before it is sent */
	constructor(
		private readonly loader: SourcePackageLoader,
		private readonly data: ICredentialDataDecryptedObject,
		private readonly onRequest: (request: IHttpRequestOptions) => void = () => undefined,
	) {
		super();
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const request: IHttpRequestOptions = { url: '', ...requestOptions };
		this.onRequest(request);
		const { authenticate } = this.type(typeName);
		if (typeof authenticate !== 'function') throw new Error('The credential sets its header by an expression.');
		return await authenticate(credentials, request);
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return Promise.resolve(this.data);
	}

	override getCredentials(): Promise<ICredentials> {
		return Promise.reject(new Error('Nodes under test ask for decrypted credentials only'));
	}

	override updateCredentials(): Promise<void> {
		return Promise.reject(new Error('Nodes under test do not change credentials'));
	}

	override updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.reject(new Error('Nodes under test do not use OAuth'));
	}

	override getCredentialsProperties(type: string): INodeProperties[] {
		return this.type(type).properties;
	}

	private type(name: string): ICredentialType {
		return this.loader.getCredential(name).type;
	}
}
