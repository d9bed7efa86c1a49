@echo off
rem Builds what the demo needs and serves it on http://localhost:3000. Needs JDK 17 or newer, and Maven.
setlocal
cd /d "%~dp0"
echo Building the demo (the first time takes a minute or two) ...
call mvn -B -q -pl examples -am package -Dwithout.tests -DskipTests -Dspotless.check.skip || exit /b 1
java -cp "examples\target\cardea-examples-0.1.0-SNAPSHOT.jar;examples\target\lib\*" dev.cardea.examples.demo.Demo %*
