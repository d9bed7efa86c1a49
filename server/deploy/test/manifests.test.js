import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { insecure, invalid, kubernetes, render, unknown } from "./manifests.js";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const jar = process.env.CARDEA_JAR ?? here("../../target/cardea-server.jar");
const overlays = readdirSync(join(kubernetes, "overlays"));
const renders = spawnSync("kubectl", ["version", "--client"]).status === 0 ? {} : { skip: "there is no kubectl" };
const built = existsSync(jar) ? {} : { skip: "the server is not built: mvn install -Dfor=server" };

for (const overlay of overlays) {
  test(`${overlay}: Kubernetes knows every field and accepts every value`, renders, async () => {
    const manifests = render(join(kubernetes, "overlays", overlay));
    assert.ok(manifests.length >= 7);
    assert.deepEqual(await invalid(manifests), []);
    assert.deepEqual(unknown(manifests), []);
  });

  test(`${overlay}: pods meet the standard "restricted"`, renders, () => {
    const manifests = render(join(kubernetes, "overlays", overlay));
    assert.equal(manifests.filter(({ spec }) => spec?.template?.spec).length, 2);
    assert.deepEqual(insecure(manifests), []);
  });

  test(`${overlay}: Service, budget and policy select the pods that they mean`, renders, () => {
    const manifests = render(join(kubernetes, "overlays", overlay));
    const one = (kind) => manifests.find((manifest) => manifest.kind === kind) ?? assert.fail(kind);
    const server = one("Deployment").spec.template.metadata.labels;
    const job = one("Job").spec.template.metadata.labels;
    const selects = (selector, labels) => Object.entries(selector).every(([name, value]) => labels[name] === value);
    for (const selector of [one("Deployment").spec.selector.matchLabels, one("Service").spec.selector, one("PodDisruptionBudget").spec.selector.matchLabels]) {
      assert.ok(selects(selector, server) && !selects(selector, job));
    }
    const policy = one("NetworkPolicy").spec.podSelector.matchLabels;
    assert.ok(selects(policy, server) && selects(policy, job));
    const map = one("ConfigMap").metadata.name;
    for (const { spec } of [one("Deployment"), one("Job")]) {
      assert.equal(spec.template.spec.volumes.find(({ name }) => name === "configuration").configMap.name, map);
    }
  });
}

test("a pod has time to finish its requests after the delay of its shutdown", renders, () => {
  const manifests = render(join(kubernetes, "overlays/gateway"));
  const one = (kind) => manifests.find((manifest) => manifest.kind === kind) ?? assert.fail(kind);
  const { shutdown } = parse(one("ConfigMap").data["cardea.yml"]);
  assert.ok(shutdown.delay > 0);
  // The server has ended ten seconds after the delay.
  assert.ok(one("Deployment").spec.template.spec.terminationGracePeriodSeconds >= shutdown.delay + 10);
});

/** The manifests of an overlay with the component, after a change of one of its files. */
function monitored(from = "", to = "") {
  const folder = mkdtempSync(join(tmpdir(), "cardea-kubernetes-"));
  try {
    cpSync(kubernetes, folder, { recursive: true });
    const monitor = join(folder, "components/service-monitor/service-monitor.yaml");
    const text = readFileSync(monitor, "utf8");
    assert.ok(text.includes(from), from);
    writeFileSync(monitor, text.replace(from, to));
    appendFileSync(join(folder, "overlays/gateway/kustomization.yaml"), "components: [../../components/service-monitor]\n");
    return render(join(folder, "overlays/gateway"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the component for Prometheus' Operator reads the management port of the server's pods, which only the monitoring namespace may reach", renders, async () => {
  const manifests = monitored();
  assert.deepEqual([...(await invalid(manifests)), ...unknown(manifests)], []);
  const one = (kind, name) => manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name) ?? assert.fail(kind);
  const service = one("Service", "cardea-management");
  const { selector, endpoints } = one("ServiceMonitor", "cardea").spec;
  const selects = (wanted, labels) => Object.entries(wanted).every(([name, value]) => labels[name] === value);
  assert.ok(selects(selector.matchLabels, service.metadata.labels));
  assert.ok(!selects(selector.matchLabels, one("Service", "cardea").metadata.labels));
  const { template } = one("Deployment", "cardea").spec;
  assert.ok(selects(service.spec.selector, template.metadata.labels));
  const port = service.spec.ports.find(({ name }) => name === endpoints[0].port);
  assert.ok(template.spec.containers[0].ports.some(({ name }) => name === port.targetPort));
  const rules = one("NetworkPolicy", "cardea").spec.ingress.filter(({ ports }) => ports.some((each) => each.port === port.targetPort));
  assert.equal(rules.length, 1);
  assert.ok(rules[0].from.every(({ namespaceSelector }) => namespaceSelector));
});

test("a field that ServiceMonitor does not have is found", renders, () => {
  assert.match(unknown(monitored("path: /metrics", "paths: /metrics")).join(), /ServiceMonitor cardea: spec\.endpoints\[0\]\.paths is unknown/);
});

/** The manifests after a change of one file of the base. */
function changed(file, from, to) {
  const folder = mkdtempSync(join(tmpdir(), "cardea-kubernetes-"));
  try {
    cpSync(kubernetes, folder, { recursive: true });
    const path = join(folder, "base", file);
    const text = readFileSync(path, "utf8");
    assert.ok(text.includes(from), from);
    writeFileSync(path, text.replace(from, to));
    return render(join(folder, "overlays/gateway"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("a field that Kubernetes does not know is found", renders, () => {
  assert.match(unknown(changed("deployment.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: true\n            readOnlyRoot: true")).join("\n"), /readOnlyRoot"' does not exist/);
  assert.match(unknown(changed("service.yaml", "spec:\n", "spec:\n  portz: []\n")).join("\n"), /portz"' does not exist/);
});

test("a value that Kubernetes rejects is found", renders, async () => {
  assert.notDeepEqual(await invalid(changed("deployment.yaml", "replicas: 2", "replicas: two")), []);
});

test("a privileged container is found, and so is each right that a pod does not need", renders, () => {
  const context = "allowPrivilegeEscalation: false";
  assert.match(insecure(changed("deployment.yaml", context, `${context}\n            privileged: true`)).join(), /cardea is privileged/);
  for (const [from, to] of [
    [context, "allowPrivilegeEscalation: true"],
    ["readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false"],
    ["drop: [ALL]", "drop: []"],
    ["runAsNonRoot: true", "runAsNonRoot: false"],
    ["runAsUser: 65532", "runAsUser: 0"],
    ["type: RuntimeDefault", "type: Unconfined"],
    ["limits: { memory: 256Mi }", "limits: { cpu: 1 }"],
    ["automountServiceAccountToken: false", "automountServiceAccountToken: true"],
    ["enableServiceLinks: false", "hostNetwork: true"],
    ["name: http, containerPort: 3000", "name: http, containerPort: 3000, hostPort: 3000"],
    ["emptyDir: { medium: Memory, sizeLimit: 16Mi }", "hostPath: { path: / }"],
  ]) {
    assert.equal(insecure(changed("deployment.yaml", from, to)).length, 1, to);
  }
});

/** Runs doctor on a configuration with all files that it names. */
function doctor(path, change = (text) => text) {
  const folder = mkdtempSync(join(tmpdir(), "cardea-doctor-"));
  try {
    const secrets = join(folder, "secrets");
    mkdirSync(secrets);
    const text = change(readFileSync(path, "utf8")).replace(/file: \/run\/secrets\/cardea\/([\w-]+)/g, (_, name) => {
      writeFileSync(join(secrets, name), "5f0c2e9b71d84a36b8e1f7c09d2a4e63");
      return `file: "${join(secrets, name)}"`;
    });
    const file = join(folder, "cardea.yml");
    writeFileSync(file, text);
    const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin/java") : "java";
    return execFileSync(java, ["-cp", jar, "dev.cardea.server.Main", "doctor", "--offline", "--config", file], { encoding: "utf8" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the configuration of the cluster passes doctor", built, () => {
  assert.match(doctor(join(kubernetes, "base/cardea.yml"), (text) => text.replace("[replace-me]", "[10.1.2.0/24]")), /has no errors/);
});

test("the configuration of the cluster is rejected until the proxy's addresses are set", built, () => {
  assert.throws(() => doctor(join(kubernetes, "base/cardea.yml")), /trustedProxies/);
});

test("the configuration of Compose passes doctor", built, () => {
  assert.match(doctor(here("../compose/cardea.yml")), /has no errors/);
});

test("Compose publishes the proxy and the inbox on this machine alone, and only the proxy reaches the site", () => {
  const { services, networks, volumes } = parse(readFileSync(here("../compose/compose.yaml"), "utf8"));
  assert.deepEqual(Object.keys(services).filter((name) => services[name].ports), ["mail", "proxy"]);
  for (const { ports } of [services.mail, services.proxy]) for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
  for (const [name, service] of Object.entries(services)) {
    for (const network of service.networks ?? []) assert.ok(network in networks, `${name}: ${network}`);
    for (const volume of service.volumes ?? []) {
      const [source] = volume.split(":");
      if (source.startsWith("./")) assert.ok(existsSync(here(`../compose/${source}`)), source);
      else assert.ok(source in volumes, source);
    }
    const others = service.depends_on ?? [];
    for (const other of Array.isArray(others) ? others : Object.keys(others)) assert.ok(other in services, other);
  }
  assert.ok(services.core.read_only && services.core.cap_drop.includes("ALL") && services.core.security_opt.includes("no-new-privileges:true"));
});

test("the site of Compose shows who is signed in, and no page when the core does not answer", async () => {
  let answer = () => [200, "null"];
  const core = createServer((request, response) => {
    const [status, body] = answer(request);
    response.writeHead(status).end(body);
  }).listen(0, "127.0.0.1");
  await once(core, "listening");
  const env = { ...process.env, CORE: `http://127.0.0.1:${core.address().port}`, PORT: "0" };
  const site = spawn(process.execPath, [here("../compose/site/server.js")], { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = await once(site.stdout, "data");
    const url = `http://127.0.0.1:${/\d+/.exec(line)[0]}/`;
    assert.match(await (await fetch(url)).text(), /Not signed in/);
    answer = ({ headers }) => [200, headers.cookie === "a=b" ? '{"user":{"email":"<b>@example.com"}}' : "null"];
    assert.match(await (await fetch(url, { headers: { cookie: "a=b" } })).text(), /Signed in as &#60;b&#62;@example\.com/);
    answer = () => [503, ""];
    assert.equal((await fetch(url)).status, 503);
  } finally {
    site.kill();
    core.close();
  }
});

test("the manifests name the image in the version of the project", () => {
  const { version } = JSON.parse(readFileSync(here("../../../js/server/package.json"), "utf8"));
  assert.equal(parse(readFileSync(join(kubernetes, "base/kustomization.yaml"), "utf8")).images[0].newTag, version);
  assert.equal(parse(readFileSync(here("../compose/compose.yaml"), "utf8")).services.core.image, `cardea-server:${version}`);
});
