// Renders manifests, and finds what a cluster would reject or what would run with too many rights.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { parseAllDocuments } from "yaml";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const kubernetes = here("../kubernetes/");

/** What Kubernetes itself does not define, and the fields that we use of it. */
const OTHERS = {
  "gateway.networking.k8s.io/v1 HTTPRoute": {
    parentRefs: [{ name: "", namespace: "" }],
    hostnames: [""],
    rules: [{ matches: [{ path: { type: "", value: "" } }], backendRefs: [{ name: "", port: 0 }] }],
  },
  "monitoring.coreos.com/v1 ServiceMonitor": {
    selector: { matchLabels: { "app.kubernetes.io/name": "", "app.kubernetes.io/component": "" } },
    endpoints: [{ port: "", path: "", interval: "", scrapeTimeout: "" }],
  },
};

export function render(folder) {
  const text = execFileSync("kubectl", ["kustomize", folder], { encoding: "utf8" });
  return parseAllDocuments(text).map((document) => document.toJS());
}

const named = ({ kind, metadata }) => `${kind} ${metadata?.name}`;

/** The values that the schemas of Kubernetes reject. */
export async function invalid(manifests) {
  const found = [];
  for (const manifest of manifests) {
    if (OTHERS[`${manifest.apiVersion} ${manifest.kind}`]) continue;
    const { [manifest.kind]: Model } = await import(`kubernetes-models/${manifest.apiVersion}`);
    try {
      if (!Model) throw new Error(`${manifest.apiVersion} has no such kind`);
      new Model(manifest).validate();
    } catch (error) {
      found.push(`${named(manifest)}: ${error.message}`);
    }
  }
  return found;
}

/** The fields that Kubernetes does not know: the compiler rejects them in a literal of the resource's type. */
export function unknown(manifests) {
  const folder = mkdtempSync(here("rendered-"));
  try {
    const files = manifests.filter((manifest) => !OTHERS[`${manifest.apiVersion} ${manifest.kind}`]).map((manifest, index) => {
      const file = join(folder, `${index}.ts`);
      writeFileSync(file, `import type { I${manifest.kind} } from "kubernetes-models/${manifest.apiVersion}";\nexport const ${named(manifest).replace(/\W/g, "_")}: I${manifest.kind} = ${JSON.stringify(manifest, null, 1)};\n`);
      return file;
    });
    const options = { strict: true, noEmit: true, skipLibCheck: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: [] };
    options.module = ts.ModuleKind.ESNext;
    const found = ts.getPreEmitDiagnostics(ts.createProgram(files, options)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    return [...found, ...manifests.flatMap(unknownElsewhere)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function unknownElsewhere(manifest) {
  const shape = OTHERS[`${manifest.apiVersion} ${manifest.kind}`];
  return shape ? strangers(manifest.spec, shape, "spec").map((path) => `${named(manifest)}: ${path} is unknown`) : [];
}

function strangers(value, shape, path) {
  if (Array.isArray(value)) return value.flatMap((each, index) => strangers(each, shape?.[0], `${path}[${index}]`));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (shape && key in shape ? strangers(each, shape[key], `${path}.${key}`) : [`${path}.${key}`]));
}

/** What the pod security standard "restricted" rejects, and a few things beyond it. */
export function insecure(manifests) {
  return manifests.filter(({ spec }) => spec?.template?.spec).flatMap((manifest) => {
    const pod = manifest.spec.template.spec;
    const found = [];
    const wrong = (good, what) => good || found.push(`${named(manifest)}: ${what}`);
    for (const name of ["hostNetwork", "hostPID", "hostIPC"]) wrong(!pod[name], name);
    wrong(pod.automountServiceAccountToken === false, "a token of the cluster is mounted");
    wrong(pod.securityContext?.runAsNonRoot === true && pod.securityContext.runAsUser !== 0, "may run as root");
    wrong(["RuntimeDefault", "Localhost"].includes(pod.securityContext?.seccompProfile?.type), "has no seccomp profile");
    for (const volume of pod.volumes ?? []) wrong(volume.configMap || volume.secret || volume.emptyDir, `volume ${volume.name} has another kind`);
    for (const container of [...pod.containers, ...(pod.initContainers ?? [])]) {
      const context = container.securityContext ?? {};
      wrong(!context.privileged, `${container.name} is privileged`);
      wrong(context.allowPrivilegeEscalation === false, `${container.name} may gain rights`);
      wrong(context.readOnlyRootFilesystem === true, `${container.name} can write its root file system`);
      wrong(context.runAsUser !== 0 && context.runAsNonRoot !== false, `${container.name} may run as root`);
      wrong(context.capabilities?.drop?.includes("ALL") && !(context.capabilities.add ?? []).some((name) => name !== "NET_BIND_SERVICE"), `${container.name} keeps capabilities`);
      wrong(container.resources?.limits?.memory, `${container.name} has no limit of memory`);
      wrong(!(container.ports ?? []).some(({ hostPort }) => hostPort), `${container.name} has a port of the host`);
      wrong(!(container.env ?? []).some(({ name, value }) => value && /SECRET|PASSWORD|TOKEN/.test(name)), `${container.name} has a secret in its environment`);
    }
    return found;
  });
}
